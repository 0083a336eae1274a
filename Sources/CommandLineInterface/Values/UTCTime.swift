// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A moment in the Gregorian calendar and universal time, for printing.
package struct UTCTime: Sendable {
  private let date: (year: CInt, month: CInt, day: CInt)
  private let time: (hour: CInt, minute: CInt, second: CInt)

  private static let secondsFrom1970To2001: time_t = 978_307_200

  /// Reads the seconds since 2001-01-01 00:00 UTC by which items count; nil outside the years 0 to
  /// 9999.
  package init?(secondsSince2001: Double) {
    // The C library would count years in 32 bits; 10,000 years are nearer than that.
    guard abs(secondsSince2001) < 3.2e11 else { return nil }
    var moment = time_t(secondsSince2001.rounded(.down)) + Self.secondsFrom1970To2001
    var parts = unsafe tm()
    guard unsafe gmtime_r(&moment, &parts) != nil else { return nil }
    unsafe date = (parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
    unsafe time = (parts.tm_hour, parts.tm_min, parts.tm_sec)
    guard (0...9999).contains(date.year) else { return nil }
  }

  /// `20261130041200Z`.
  package var compact: String { joined("", "", "") }

  /// `2026-11-30T04:12:00Z`.
  package var iso8601: String { joined("-", "T", ":") }

  private func joined(_ inDate: String, _ between: String, _ inTime: String) -> String {
    let day = [Self.digits(date.year, 4), Self.digits(date.month, 2), Self.digits(date.day, 2)]
    let clock = [time.hour, time.minute, time.second].map { Self.digits($0, 2) }
    return day.joined(separator: inDate) + between + clock.joined(separator: inTime) + "Z"
  }

  private static func digits(_ number: CInt, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

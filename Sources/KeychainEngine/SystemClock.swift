// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The time of day as items keep it.
package enum SystemClock {
  private static let secondsFrom1970To2001 = 978_307_200.0

  /// Seconds since 2001-01-01 00:00 UTC.
  package static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) - secondsFrom1970To2001 + Double(time.tv_nsec) / 1e9
  }
}

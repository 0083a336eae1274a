// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite

/// Says in words what is wrong with the keychain's database, and what to do.
enum DatabaseDamage {
  private static let advice =
    "copy the folder aside as it is, then restore it from a backup; items on sound pages can still be read"

  static func all(in report: VerificationReport, of path: String) -> [String] {
    var damages: [String] = []
    let lost = report.badPages.filter { !$0.isInLog }
    if !lost.isEmpty {
      damages.append(
        "\(lost.count) of \(report.pageCount) pages of \(path) are damaged (\(list(lost.map { Int64($0.number) }))): \(advice)"
      )
    }
    if lost.count < report.badPages.count {
      damages.append(
        "\(report.badPages.count - lost.count) damaged pages of \(path) have a newer version in its log; nothing is lost: leave the log where it is"
      )
    }
    if report.missingPageCount > 0 {
      damages.append(
        "\(report.missingPageCount) pages are missing at the end of \(path): \(advice)")
    }
    if let log = report.log, log.isHeaderDamaged || !log.badFrames.isEmpty {
      let place =
        log.isHeaderDamaged
        ? "its header" : "frames " + list(log.badFrames.map { Int64($0.number) })
      damages.append(
        "the log \(path)-wal is damaged (\(place)), and the next program to open the keychain sets it aside and goes on without what comes behind: copy the folder aside first, and restore it from a backup"
      )
    }
    if report.hasJournal {
      damages.append(
        "a rollback journal lies beside \(path), which the keychain never makes; find out who put it there, and move it away"
      )
    }
    return damages
  }

  private static func list(_ numbers: [Int64]) -> String {
    let shown = numbers.prefix(8).map(String.init).joined(separator: ", ")
    return numbers.count > 8 ? shown + ", …" : shown
  }
}

// SPDX-License-Identifier: Apache-2.0

import Secrets

extension TamperTable {
  private static func record(_ number: Int) -> Int { 512 + number * TamperFixture.record }

  static let journal = [
    Tampering(
      "a bit flipped in a record of a hot journal: number, page, vector, tag, or checksum",
      .partReported,
      places: { 3 * $0.syncedRecordCount }
    ) {
      var files = $0.hot
      let offset = [$1 % 4, 4 + $1 * 53 % 4096, 4100 + $1 / 3 % 4][$1 % 3]
      files.journal[record($1 / 3) + offset] ^= 1
      return files
    },
    Tampering(
      "two records of a hot journal swapped", .rightData, places: { $0.syncedRecordCount - 1 }
    ) {
      var files = $0.hot
      let (a, b) = (record($1), record($1 + 1))
      files.journal.replaceSubrange(a..<b, with: $0.hot.journal[b..<b + TamperFixture.record])
      files.journal.replaceSubrange(b..<b + TamperFixture.record, with: $0.hot.journal[a..<b])
      return files
    },
    Tampering(
      "a hot journal cut among the records that were synced", .partReported,
      places: { 2 * $0.syncedRecordCount }
    ) {
      var files = $0.hot
      files.journal.removeSubrange((record($1 / 2) + ($1 % 2) * (1 + $1 * 31 % 4103))...)
      return files
    },
    Tampering("noise behind the last record", .rightData, places: { _ in 3 }) {
      var files = $0.hot
      files.journal += RandomBytes.bytes([1, 600, 9000][$1])
      return files
    },
    Tampering(
      "a hot journal removed, or its header changed", .stale, places: { _ in 9 }
    ) {
      var files = $0.hot
      if $1 == 0 { files.journal = [] } else { files.journal[$1 - 1] ^= 1 }
      return files
    },
    Tampering(
      "a size before the transaction that was forged in a hot journal: far larger than the file",
      .rightData, places: { _ in 3 }
    ) {
      var files = $0.hot
      let forged: [[UInt8]] = [[0, 0, 16, 0], [127, 255, 255, 255], [255, 255, 255, 255]]
      files.journal.replaceSubrange(16..<20, with: forged[$1])
      return files
    },
    Tampering("an old hot journal beside a newer database", .stale, places: { _ in 1 }) {
      fixture, _ in
      var files = fixture.settled
      files.journal = fixture.oldJournal
      return files
    },
  ]
}

extension TamperFixture {
  /// How many records of the hot journal its first header counts.
  var syncedRecordCount: Int { hot.journal[8..<12].reduce(0) { $0 << 8 | Int($1) } }
}

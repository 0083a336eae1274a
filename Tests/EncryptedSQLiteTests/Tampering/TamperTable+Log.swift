// SPDX-License-Identifier: Apache-2.0

import Secrets

extension TamperTable {
  private static func frame(_ number: Int) -> Range<Int> {
    let start = 32 + number * TamperFixture.frame
    return start..<start + TamperFixture.frame
  }

  private static func flip(
    _ part: String, _ offset: @escaping @Sendable (_ frame: Int) -> Int
  ) -> Tampering {
    Tampering(
      "a bit flipped in the log, committed frames behind it: \(part)", .earlierReported,
      places: { $0.lastButOneFrame + 1 }
    ) {
      var files = $0.logged
      files.log[frame($1).lowerBound + offset($1)] ^= 1 << UInt8($1 % 8)
      return files
    }
  }

  static let log = [
    flip("page number or size") { $0 % 8 },
    flip("frame tag or checksum") { 8 + $0 % 16 },
    flip("page") { 24 + $0 * 53 % 4048 },
    flip("vector or tag of the page") { 24 + 4048 + $0 % 48 },
    Tampering("a bit of the log header flipped", .earlierReported, places: { _ in 32 }) {
      var files = $0.logged
      files.log[$1] ^= 1 << UInt8($1 % 8)
      return files
    },
    Tampering("a bit flipped in the very last frame", .earlier, places: { _ in 40 }) {
      var files = $0.logged
      files.log[frame($0.frameCount - 1).lowerBound + $1 * 103] ^= 1
      return files
    },
    Tampering("two frames swapped", .earlierReported, places: { $0.lastButOneFrame }) {
      var files = $0.logged
      files.log.replaceSubrange(frame($1), with: $0.logged.log[frame($1 + 1)])
      files.log.replaceSubrange(frame($1 + 1), with: $0.logged.log[frame($1)])
      return files
    },
    Tampering(
      "a frame from the log of another database with the same key", .earlierReported,
      places: { $0.lastButOneFrame }
    ) {
      var files = $0.logged
      files.log.replaceSubrange(frame($1), with: $0.foreignLog[frame($1)])
      return files
    },
    Tampering(
      "the log cut, at the border of a frame or inside", .earlier, places: { 2 * $0.frameCount }
    ) {
      var files = $0.logged
      files.log.removeSubrange((frame($1 / 2).lowerBound + ($1 % 2) * (1 + $1 * 31 % 4119))...)
      return files
    },
    Tampering("noise behind the last frame", .rightData, places: { _ in 4 }) {
      var files = $0.logged
      files.log += RandomBytes.bytes([1, 100, 4120, 9000][$1])
      return files
    },
    Tampering(
      "the log removed, or that of another database with the same key", .stale, places: { _ in 2 }
    ) {
      var files = $0.logged
      files.log = $1 == 0 ? [] : $0.foreignLog
      return files
    },
    Tampering("an old log beside a newer database", .stale, places: { _ in 1 }) { fixture, _ in
      var files = fixture.logged
      files.log = fixture.oldLog
      return files
    },
  ]
}

// SPDX-License-Identifier: Apache-2.0

import Secrets

/// What can be done to the files of a database while nobody looks, and what comes of it.
///
/// The same table stands in `Documentation/encrypted-database.md`.
enum TamperTable {
  static let rows = pages + wholeFiles + log + journal

  private static func page(_ number: Int) -> Range<Int> { number * 4096..<(number + 1) * 4096 }

  private static func pages(_ fixture: TamperFixture) -> Int { fixture.pageCount }

  private static func once(_: TamperFixture) -> Int { 1 }

  /// A row in which one bit of each page is flipped.
  private static func flip(_ part: String, _ offset: @escaping @Sendable (_ page: Int) -> Int)
    -> Tampering
  {
    Tampering("a bit of a page flipped: \(part)", .error("damaged"), places: pages) {
      var files = $0.closed
      files.main[$1 * 4096 + offset($1)] ^= 1 << UInt8($1 % 8)
      return files
    }
  }

  private static let pages = [
    flip("header of the tree page, encrypted") { ($0 == 0 ? 100 : 0) + $0 % 8 },
    flip("body") { 200 + $0 * 37 % 3800 },
    flip("vector") { 4048 + $0 % 12 },
    flip("block counter of the vector") { 4060 + $0 % 4 },
    flip("tag") { 4064 + $0 % 32 },
    Tampering("a page of zeros, or of noise", .error("damaged"), places: { 2 * ($0.pageCount - 1) })
    {
      var files = $0.closed
      files.main.replaceSubrange(
        page($1 / 2 + 1),
        with: $1 % 2 == 0 ? [UInt8](repeating: 0, count: 4096) : RandomBytes.bytes(4096))
      return files
    },
    Tampering("two pages swapped", .error("damaged"), places: { $0.pageCount - 2 }) {
      var files = $0.closed
      let (a, b) = (page($1 + 1), page(($1 + 40) % ($0.pageCount - 1) + 1))
      files.main.replaceSubrange(a, with: $0.closed.main[b])
      files.main.replaceSubrange(b, with: $0.closed.main[a])
      return files
    },
    Tampering(
      "a page of another database with the same key", .error("damaged"),
      places: { $0.pageCount - 1 }
    ) {
      var files = $0.closed
      files.main.replaceSubrange(page($1 + 1), with: $0.foreign.main[page($1 + 1)])
      return files
    },
    Tampering(
      "an older copy of a page in its place", .rightData, .stale,
      places: { $0.older.main.count / 4096 }
    ) {
      var files = $0.closed
      files.main.replaceSubrange(page($1), with: $0.older.main[page($1)])
      return files
    },
  ]

  private static let wholeFiles = [
    Tampering("the file cut at the border of a page", .error("truncated"), places: { $0.pageCount })
    {
      var files = $0.closed
      files.main.removeSubrange((4096 * $1)...)
      return files
    },
    Tampering("the file cut inside a page", .error("truncated"), places: pages) {
      var files = $0.closed
      files.main.removeSubrange((4096 * $1 + 1 + $1 * 411 % 4095)...)
      return files
    },
    Tampering(
      "bytes behind the end: noise, zeros, copies of pages", .rightData, places: { _ in 6 }
    ) {
      var files = $0.closed
      let tail = [
        RandomBytes.bytes(4096), [UInt8](repeating: 0, count: 8192), Array($0.closed.main[page(3)]),
        RandomBytes.bytes(100), [0], Array($0.closed.main[..<40960]),
      ]
      files.main += tail[$1]
      return files
    },
    Tampering("the whole file noise", .error("notADatabase"), places: { _ in 3 }) {
      var files = $0.closed
      files.main = RandomBytes.bytes([$0.closed.main.count, 4096, 30][$1])
      files.main[0] = 0x7F
      return files
    },
    Tampering("the whole file an older copy", .stale, places: once) { fixture, _ in
      var files = fixture.older
      files.version = 3
      return files
    },
  ]
}

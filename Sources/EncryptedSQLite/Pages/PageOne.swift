// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// The clear bytes at the start of a database: how a file is told from others, and a key from
/// others, before anything is decrypted.
///
/// | offset | length | content |
/// | --- | --- | --- |
/// | 0 | 3 | `SRD` |
/// | 3 | 1 | format version, 1 |
/// | 4 | 12 | file salt |
/// | 16 | 5 | SQLite's page size, write and read version, reserved bytes |
/// | 21 | 3 | key check |
struct PageOne: Equatable {
  static let byteCount = 24
  static let magic: [UInt8] = Array("SRD".utf8)
  static let version: UInt8 = 1
  static let saltByteCount = 12
  static let saltRange = 4..<16
  static let keyCheckRange = 21..<24
  static let keyCheckByteCount = 3

  /// How SQLite's own files start.
  static let plainMagic: [UInt8] = Array("SQLite format 3\0".utf8)
  /// What SQLite expects where the key check is.
  static let payloadFractions: [UInt8] = [64, 32, 32]
  /// The salt of the file, drawn once when the file is made.
  let salt: [UInt8]
  /// Tells whether a key is the right one, without telling anything about it.
  let keyCheck: [UInt8]

  /// What a file's first bytes say it is.
  enum Recognition: Equatable {
    /// A database of ours, to be opened with the right key.
    case encrypted(PageOne)
    /// Nothing yet: no bytes, or only zeros, which a first transaction that never ended leaves
    /// behind.
    case unwritten
    case plainSQLite
    case otherVersion(UInt8)
    /// It starts as ours do and then ends.
    case cutShort
    case foreign
  }

  /// Looks at the first bytes of a file: 24 of them, or all there are.
  static func recognize(_ bytes: [UInt8]) -> Recognition {
    let head = Array(bytes.prefix(byteCount))
    if head.allSatisfy({ $0 == 0 }) { return .unwritten }
    if head.starts(with: plainMagic.prefix(head.count)) && head.count >= 6 { return .plainSQLite }
    guard head.starts(with: magic.prefix(head.count)) else { return .foreign }
    if head.count > magic.count, head[magic.count] != version {
      return .otherVersion(head[magic.count])
    }
    guard head.count == byteCount else { return .cutShort }
    return .encrypted(
      PageOne(salt: Array(head[saltRange]), keyCheck: Array(head[keyCheckRange])))
  }

  /// Writes the size of a page and the 48 reserved bytes where SQLite reads them.
  ///
  /// So it makes new files with room for vector and tag, without being asked to in each connection.
  static func writeSizes(_ layout: PageLayout, into header: inout MutableRawSpan) {
    header.storeBytes(of: layout.headerField.bigEndian, toByteOffset: 16, as: UInt16.self)
    header.storeBytes(of: UInt8(PageLayout.reserve), toByteOffset: 20, as: UInt8.self)
  }

  /// Whether the first bytes are those of a database of ours with pages of another size.
  static func hasOtherSize(_ head: RawSpan, than layout: PageLayout) -> Bool {
    for i in 0..<magic.count where head.byte(at: i) != magic[i] { return false }
    return sizeField(head) != layout.headerField
  }

  /// Bytes 16 and 17.
  static func sizeField(_ head: RawSpan) -> UInt16 {
    UInt16(head.byte(at: 16)) << 8 | UInt16(head.byte(at: 17))
  }

  /// The size of a page that the clear bytes of a database of ours name, nil when it is none that
  /// is possible, or leaves no room for vector and tag.
  static func layout(_ head: RawSpan) -> PageLayout? {
    guard Int(head.byte(at: 20)) == PageLayout.reserve else { return nil }
    let field = sizeField(head)
    let size = field == 1 ? 65536 : Int(field)
    return PageLayout.isPossible(size) ? PageLayout(byteCount: size) : nil
  }

  /// Turns the first bytes that SQLite wants written into those on disk.
  func writeDiskHeader(over plain: RawSpan, into disk: inout MutableRawSpan) {
    for (i, byte) in (Self.magic + [Self.version] + salt).enumerated() {
      disk.storeBytes(of: byte, toByteOffset: i, as: UInt8.self)
    }
    for i in 16..<21 { disk.storeBytes(of: plain.byte(at: i), toByteOffset: i, as: UInt8.self) }
    for (i, byte) in keyCheck.enumerated() {
      disk.storeBytes(of: byte, toByteOffset: Self.keyCheckRange.lowerBound + i, as: UInt8.self)
    }
  }

  /// Turns the first bytes on disk into those that SQLite wants to read.
  static func writePlainHeader(over disk: RawSpan, into plain: inout MutableRawSpan) {
    for i in 16..<21 { plain.storeBytes(of: disk.byte(at: i), toByteOffset: i, as: UInt8.self) }
    restorePlainHeader(in: &plain)
  }

  /// The same where both are the same memory.
  static func restorePlainHeader(in page: inout MutableRawSpan) {
    for (i, byte) in plainMagic.enumerated() {
      page.storeBytes(of: byte, toByteOffset: i, as: UInt8.self)
    }
    for (i, byte) in payloadFractions.enumerated() {
      page.storeBytes(of: byte, toByteOffset: keyCheckRange.lowerBound + i, as: UInt8.self)
    }
  }
}

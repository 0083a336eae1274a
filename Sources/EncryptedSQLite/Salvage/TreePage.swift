// SPDX-License-Identifier: Apache-2.0

/// A page of a b-tree (fileformat2.html, section 1.6), read without trust: what cannot be is left
/// out.
struct TreePage {
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isInterior: Bool { self == .indexInterior || self == .tableInterior }
    var isTable: Bool { self == .tableInterior || self == .tableLeaf }
  }

  /// The part of a row that lies in a page.
  struct Cell {
    /// The row id, or in an interior page of a table the greatest one below ``child``.
    var rowID: Int64?
    var child: PageNumber?
    /// How long the row is, and what is here of it.
    var payloadByteCount = 0
    var local: [UInt8] = []
    /// Where the rest of it begins; 0 for nowhere.
    var overflow: PageNumber = 0
  }

  let kind: Kind
  let cells: [Cell]
  /// Whether no cell had to be left out: one that lies outside the page or over another.
  let isWhole: Bool
  /// The child behind the last cell.
  let rightChild: PageNumber?

  /// Nil when the page is no b-tree page.
  init?(_ bytes: [UInt8], number: PageNumber, usable: Int) {
    let start = number == 1 ? 100 : 0
    guard let kind = Kind(rawValue: bytes[start]) else { return nil }
    self.kind = kind
    let count = Self.number16(bytes, start + 3)
    let pointers = start + (kind.isInterior ? 12 : 8)
    guard pointers + 2 * count <= usable else { return nil }
    rightChild = kind.isInterior ? Self.number32(bytes, start + 8) : nil
    let first = pointers + 2 * count
    // Cells that lie over each other would make any number of rows out of one page.
    var room = usable - first
    cells = (0..<count).compactMap { index in
      let offset = Self.number16(bytes, pointers + 2 * index)
      guard offset >= first, offset < usable else { return nil }
      var reader = CellReader(bytes, at: offset, end: min(usable, offset + room))
      guard let cell = Self.cell(&reader, kind, usable) else { return nil }
      room -= reader.offset - offset
      return cell
    }
    isWhole = cells.count == count
  }

  private static func cell(_ reader: inout CellReader, _ kind: Kind, _ usable: Int) -> Cell? {
    var cell = Cell()
    if kind.isInterior {
      guard let child = reader.integer(4) else { return nil }
      cell.child = PageNumber(truncatingIfNeeded: child)
    }
    if kind == .tableInterior {
      guard let key = reader.varint() else { return nil }
      cell.rowID = key
      return cell
    }
    guard let size = reader.varint(), size >= 0, size < 1 << 31 else { return nil }
    if kind == .tableLeaf {
      guard let id = reader.varint() else { return nil }
      cell.rowID = id
    }
    cell.payloadByteCount = Int(size)
    let largest = kind == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
    var local = Int(size)
    if local > largest {
      let least = (usable - 12) * 32 / 255 - 23
      let wanted = least + (local - least) % (usable - 4)
      local = wanted <= largest ? wanted : least
    }
    guard let here = reader.bytes(local) else { return nil }
    cell.local = here
    if local < size {
      guard let next = reader.integer(4) else { return nil }
      cell.overflow = PageNumber(truncatingIfNeeded: next)
    }
    return cell
  }

  static func number16(_ bytes: [UInt8], _ offset: Int) -> Int {
    Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  static func number32(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A value as SQLite stores it in a row.
enum SalvagedValue {
  case null
  case integer(Int64)
  case real(Double)
  /// In the encoding of the database.
  case text([UInt8])
  case blob([UInt8])

  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}

/// SQLite's record format (fileformat2.html, section 2.1), read without trust.
enum SalvagedRecord {
  /// The values of a record; nil when the bytes are none.
  static func values(_ payload: [UInt8]) -> [SalvagedValue]? {
    var reader = CellReader(payload, at: 0)
    guard let headerByteCount = reader.varint(), headerByteCount >= 1,
      headerByteCount <= payload.count
    else { return nil }
    var types: [Int64] = []
    while reader.offset < Int(headerByteCount) {
      guard let type = reader.varint() else { return nil }
      types.append(type)
    }
    guard reader.offset == Int(headerByteCount) else { return nil }
    var values: [SalvagedValue] = []
    for type in types {
      guard let value = value(type, &reader) else { return nil }
      values.append(value)
    }
    return values
  }

  /// How many values a record has, as far as its beginning tells.
  static func valueCount(_ beginning: [UInt8]) -> Int {
    var reader = CellReader(beginning, at: 0)
    guard let headerByteCount = reader.varint() else { return 0 }
    var count = 0
    while reader.offset < headerByteCount, reader.varint() != nil { count += 1 }
    return count
  }

  private static func value(_ type: Int64, _ reader: inout CellReader) -> SalvagedValue? {
    switch type {
    case 0: return .null
    case 1...4: return reader.integer(Int(type)).map(SalvagedValue.integer)
    case 5: return reader.integer(6).map(SalvagedValue.integer)
    case 6: return reader.integer(8).map(SalvagedValue.integer)
    case 7: return reader.integer(8).map { .real(Double(bitPattern: UInt64(bitPattern: $0))) }
    case 8: return .integer(0)
    case 9: return .integer(1)
    case 12...:
      guard let count = Int(exactly: (type - 12) / 2), let bytes = reader.bytes(count) else {
        return nil
      }
      return type % 2 == 0 ? .blob(bytes) : .text(bytes)
    default: return nil
    }
  }
}

/// Reads numbers out of bytes that may be anything.
struct CellReader {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var offset: Int

  /// - Parameter end: where to stop, if before the end of `bytes`.
  init(_ bytes: [UInt8], at offset: Int, end: Int? = nil) {
    self.bytes = bytes
    self.end = min(end ?? bytes.count, bytes.count)
    self.offset = offset
  }

  /// A number of one to nine bytes, seven bits in each but the last.
  mutating func varint() -> Int64? {
    var number: UInt64 = 0
    for index in 0..<9 {
      guard offset < end else { return nil }
      let byte = bytes[offset]
      offset += 1
      if index == 8 { return Int64(bitPattern: number << 8 | UInt64(byte)) }
      number = number << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int64(bitPattern: number) }
    }
    return nil
  }

  /// A signed big-endian number.
  mutating func integer(_ count: Int) -> Int64? {
    guard let bytes = bytes(count), let first = bytes.first else { return nil }
    return bytes.reduce(first & 0x80 == 0 ? 0 : -1) { $0 << 8 | Int64($1) }
  }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= end - offset else { return nil }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }
}

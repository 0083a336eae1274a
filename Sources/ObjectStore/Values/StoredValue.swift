// SPDX-License-Identifier: Apache-2.0

package import SQLite

/// The row id of an object in the table of its class.
package typealias ObjectKey = Int64

/// One value as a column holds it.
///
/// Columns have no affinity, so that SQLite keeps what it is given: a negative zero, or text that
/// looks like a number. A double that is not a number would become NULL there; it is kept as bytes
/// instead (``notANumber``), which SQLite orders behind every number.
package enum StoredValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  /// How a double that is not a number is kept.
  package static let notANumber = StoredValue.bytes([0x7F, 0xF8])

  /// A double, whatever it is.
  package init(_ value: Double) {
    self = value.isNaN ? .notANumber : .real(value)
  }

  /// The number in a column of doubles; nil for NULL.
  package var double: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    case .bytes: .nan
    case .null, .text: nil
    }
  }

  /// Whether it is NULL.
  package var isNull: Bool { self == .null }

  package static func == (a: StoredValue, b: StoredValue) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a == b
    // As SQLite compares: bytes, where Swift would say that two spellings are the same text.
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.bytes(let a), .bytes(let b)): a == b
    default: false
    }
  }

  // What follows each other must not be taken for something else: nothing for 0, "ab" and "c" for
  // "a" and "bc".
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(UInt8(0))
    case .integer(let value):
      hasher.combine(UInt8(1))
      hasher.combine(value)
    case .real(let value):
      hasher.combine(UInt8(2))
      hasher.combine(value)
    case .text(var value):
      hasher.combine(UInt8(3))
      value.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(UInt8(0xFF))
    case .bytes(let value):
      hasher.combine(UInt8(4))
      hasher.combine(value)
    }
  }
}

extension Statement {
  /// Binds a value.
  ///
  /// - Throws: as for each kind of value.
  package func bind(_ value: StoredValue, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let value): try bind(value, at: index)
    case .real(let value): try bind(value, at: index)
    case .text(let value): try bind(value, at: index)
    case .bytes(let value): try bind(value, at: index)
    }
  }

  /// Binds values to the parameters from `first` on.
  ///
  /// - Throws: as for each kind of value.
  package func bind(_ values: [StoredValue], from first: Int = 1) throws(SQLiteError) {
    for (offset, value) in values.enumerated() { try bind(value, at: first + offset) }
  }

  /// The value in a column, as it is stored.
  package func value(at column: Int) -> StoredValue {
    switch storageClass(at: column) {
    case .null: .null
    case .integer: .integer(integer(at: column))
    case .real: .real(double(at: column))
    case .text: .text(text(at: column))
    case .bytes: .bytes(bytes(at: column))
    }
  }
}

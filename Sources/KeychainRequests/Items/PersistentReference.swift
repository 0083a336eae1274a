// SPDX-License-Identifier: Apache-2.0

/// A handle on one item that outlives the process: the four letters of the class and 16 bytes given
/// at Add.
///
/// It stays the same through every update. The older form, class and 64-bit row number, is
/// understood in queries and never made.
package struct PersistentReference: Hashable, Sendable {
  package enum Identity: Hashable, Sendable {
    case identifier([UInt8])
    case row(Int64)
  }

  package static let identifierByteCount = 16

  package let itemClass: ItemClass
  package let identity: Identity

  package init(itemClass: ItemClass, identifier: [UInt8]) {
    precondition(identifier.count == Self.identifierByteCount)
    self.itemClass = itemClass
    identity = .identifier(identifier)
  }

  /// Reads the value of a `kSecValuePersistentRef`; nil when it has neither form.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 + Self.identifierByteCount || bytes.count == 4 + 8,
      let itemClass = ItemClass(rawValue: String(decoding: bytes[..<4], as: UTF8.self))
    else { return nil }
    self.itemClass = itemClass
    if bytes.count == 4 + 8 {
      identity = .row(bytes[4...].reduce(Int64(0)) { $0 << 8 | Int64($1) })
    } else {
      identity = .identifier(Array(bytes[4...]))
    }
  }

  /// The value of a `kSecValuePersistentRef`.
  package var bytes: [UInt8] {
    switch identity {
    case .identifier(let identifier): Array(itemClass.rawValue.utf8) + identifier
    case .row(let row):
      Array(itemClass.rawValue.utf8)
        + (0..<8).map { UInt8(truncatingIfNeeded: row >> (56 - 8 * $0)) }
    }
  }
}

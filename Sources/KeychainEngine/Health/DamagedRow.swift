// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests

/// A part of a row that can be damaged.
package enum RowPart: String, CaseIterable, Sendable {
  /// The persistent reference has not the length of one.
  case reference
  /// The keychain has no key of the row's protection class and key generation.
  case classKey
  /// The sealed keys of the row, or a column in clear that they are bound to: one cannot be told
  /// from the other.
  case keysOrPlace
  /// The sealed attributes.
  case attributes
  /// The sealed secret; the attributes can still be read.
  case secret
}

/// A row that holds no item any more, as far as can be said without its name.
package struct DamagedRow: Sendable, Equatable {
  package let itemClass: ItemClass
  package let row: Int64
  /// The bytes of its persistent reference: the letters of the class, and what the column holds.
  package let persistentReference: [UInt8]
  package let accessGroup: String
  /// What does not open; empty for a sound row that was set aside, by whom ever.
  package let parts: [RowPart]
  /// Whether it stands in nobody's way: a new item has taken its place, or all keys were replaced
  /// since it was damaged.
  package let isSetAside: Bool
}

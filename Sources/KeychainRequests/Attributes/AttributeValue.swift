// SPDX-License-Identifier: Apache-2.0

/// The value of an attribute as an item stores it.
package enum AttributeValue: Hashable, Sendable {
  case text(String)
  case bytes([UInt8])
  case integer(Int64)
  case real(Double)
  /// Seconds since 2001-01-01 00:00 UTC, as Foundation counts.
  case date(Double)
  case boolean(Bool)
  case list([AttributeValue])
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import SQLite
internal import Secrets

/// The row that a statement over ``Schema/columns(of:)`` stands on.
struct RowReader {
  private let statement: Statement
  private let firstSealedColumn: Int

  let number: Int64
  let place: RowPlace

  init(_ statement: Statement, itemClass: ItemClass) {
    self.statement = statement
    let tokens = itemClass.indexedAttributes.count
    firstSealedColumn = 6 + tokens
    number = statement.integer(at: 0)
    place = RowPlace(
      itemClass: itemClass, identifier: statement.bytes(at: 1),
      protection: UInt8(truncatingIfNeeded: statement.integer(at: 2)),
      keyGeneration: UInt32(truncatingIfNeeded: statement.integer(at: 3)),
      group: statement.text(at: 4), uniqueness: statement.bytes(at: 5),
      tokens: (6..<6 + tokens).map { statement.isNull(at: $0) ? nil : statement.bytes(at: $0) },
      hasSecret: !statement.isNull(at: firstSealedColumn + 2))
  }

  /// The item in the row; nil when the row is damaged.
  func open(with sealer: RowSealer, wantsSecret: Bool) -> Item? {
    guard place.identifier.count == PersistentReference.identifierByteCount else { return nil }
    let opened = statement.withBytes(at: firstSealedColumn) { keys in
      statement.withBytes(at: firstSealedColumn + 1) { metadata in
        statement.withBytes(at: firstSealedColumn + 2) { secret in
          try? sealer.open(
            keys: keys, metadata: metadata, secret: place.hasSecret ? secret : nil, at: place,
            wantsSecret: wantsSecret)
        }
      }
    }
    guard let opened, opened.attributes[.accessGroup] == .text(place.group) else { return nil }
    return Item(
      itemClass: place.itemClass, identifier: place.identifier, attributes: opened.attributes,
      data: opened.data, sideData: opened.sideData)
  }
}

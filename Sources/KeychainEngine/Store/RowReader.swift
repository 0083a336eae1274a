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
      // A number that is too large must not pass for another one; 0 is no class, and no generation.
      protection: UInt8(exactly: statement.integer(at: 2)) ?? 0,
      keyGeneration: UInt32(exactly: statement.integer(at: 3)) ?? 0,
      group: statement.text(at: 4), uniqueness: statement.bytes(at: 5),
      tokens: (6..<6 + tokens).map { statement.isNull(at: $0) ? nil : statement.bytes(at: $0) },
      hasSecret: !statement.isNull(at: firstSealedColumn + 2))
  }

  /// What a column behind the usual ones says.
  var hasMark: Bool { statement.integer(at: firstSealedColumn + 3) != 0 }

  /// The sealed parts as they are.
  var sealed: SealedRow {
    SealedRow(
      keys: statement.bytes(at: firstSealedColumn),
      metadata: statement.bytes(at: firstSealedColumn + 1),
      secret: place.hasSecret ? statement.bytes(at: firstSealedColumn + 2) : nil)
  }

  /// What is in a row.
  enum Content {
    case item(Item)
    /// Sealed under a key that is locked away.
    case locked
    case damaged
  }

  /// Opens the row, as far as the keys at hand do.
  ///
  /// The secret of an item with a password stays sealed, unless `passwordKeys` has the key.
  func open(
    with sealer: RowSealer, wantsSecret: Bool, passwordKeys: [PasswordLock: SharedSecret] = [:]
  ) -> Content {
    guard place.identifier.count == PersistentReference.identifierByteCount else { return .damaged }
    do throws(KeychainEngineError) {
      let opened = try statement.withBytes(at: firstSealedColumn) {
        (keys) throws(KeychainEngineError) in
        try statement.withBytes(at: firstSealedColumn + 1) {
          (metadata) throws(KeychainEngineError) in
          try statement.withBytes(at: firstSealedColumn + 2) {
            (secret) throws(KeychainEngineError) in
            try sealer.open(
              keys: keys, metadata: metadata, secret: place.hasSecret ? secret : nil, at: place,
              wantsSecret: wantsSecret)
          }
        }
      }
      guard opened.attributes[.accessGroup] == .text(place.group) else { return .damaged }
      var item = Item(
        itemClass: place.itemClass, identifier: place.identifier, attributes: opened.attributes,
        data: opened.data, sideData: opened.sideData)
      if let conditions = opened.conditions {
        item.setConditions(conditions, lockedSecret: opened.lockedSecret)
        if let key = conditions.lock.flatMap({ passwordKeys[$0] }) {
          try item.unlockSecret(with: key)
        }
      }
      return .item(item)
    } catch {
      return error.status == .interactionNotAllowed ? .locked : .damaged
    }
  }

  /// What of a damaged row does not open.
  func damage(with sealer: RowSealer) -> [RowPart] {
    guard place.identifier.count == PersistentReference.identifierByteCount else {
      return [.reference]
    }
    let parts = statement.withBytes(at: firstSealedColumn) { keys in
      statement.withBytes(at: firstSealedColumn + 1) { metadata in
        statement.withBytes(at: firstSealedColumn + 2) { secret in
          sealer.damagedParts(
            keys: keys, metadata: metadata, secret: place.hasSecret ? secret : nil, at: place)
        }
      }
    }
    // What opens and is not what belongs there.
    return parts.isEmpty ? [.attributes] : parts
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The tables of the keychain's database, one a class of items.
///
/// Columns in clear: the persistent reference's 16 bytes, the protection class and its key's
/// generation, and the access group. Names are tokens of the blind index. Numbers and dates have no
/// column.
enum Schema {
  static let version: Int64 = 1

  /// `STRS`, so that the file says whose it is to whoever has its key.
  static let applicationID: Int64 = 0x5354_5253

  /// The statements that make an empty database.
  static var creation: String {
    ItemClass.allCases.map(tableCreation).joined()
      + "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version);"
  }

  /// The columns of a row in the order in which the store reads them.
  static func columns(of itemClass: ItemClass) -> String {
    (["rowid", "pref", "pdmn", "ckgn", "agrp", "coalesce(uniq, quar)"]
      + itemClass.indexedAttributes.map { $0.key.description } + ["keys", "meta", "data"])
      .joined(separator: ", ")
  }

  private static func tableCreation(_ itemClass: ItemClass) -> String {
    let table = itemClass.rawValue
    let tokens = itemClass.indexedAttributes.map { "\($0.key) BLOB, " }.joined()
    var sql = """
      CREATE TABLE \(table)(rowid INTEGER PRIMARY KEY, pref BLOB NOT NULL UNIQUE,
        pdmn INTEGER NOT NULL, ckgn INTEGER NOT NULL, agrp TEXT NOT NULL,
        uniq BLOB UNIQUE, quar BLOB, \(tokens)
        keys BLOB NOT NULL, meta BLOB NOT NULL, data BLOB) STRICT;
      CREATE INDEX \(table)_agrp ON \(table)(agrp);
      """
    for index in indexes(of: itemClass) {
      let columns = index.columns.map(\.description).joined(separator: ", ")
      let name = index.columns.map(\.description).joined(separator: "_")
      // An attribute that few items have costs only those that have it.
      let condition = index.isPartial ? " WHERE \(index.columns[0]) IS NOT NULL" : ""
      sql += "CREATE INDEX \(table)_\(name) ON \(table)(\(columns))\(condition);"
    }
    return sql
  }

  /// Whether rows found by equal values of exactly these attributes come in the order of their
  /// numbers, without sorting: when an index has all its columns fixed.
  static func deliversRowOrder(_ keys: [AttributeKey], in itemClass: ItemClass) -> Bool {
    keys.isEmpty || indexes(of: itemClass).contains { Set(keys).isSuperset(of: $0.columns) }
  }

  private static func indexes(
    of itemClass: ItemClass
  ) -> [(columns: [AttributeKey], isPartial: Bool)] {
    let pairs: [[AttributeKey]] =
      switch itemClass {
      case .genericPassword: [[.service, .account], [.account]]
      case .internetPassword: [[.server, .account], [.account]]
      case .certificate: [[.issuer, .serialNumber], [.serialNumber]]
      case .key: [[.applicationTag], [.applicationLabel]]
      }
    let paired = Set(pairs.joined())
    return pairs.map { ($0, false) }
      + itemClass.indexedAttributes.filter { !paired.contains($0.key) }.map { ([$0.key], true) }
  }
}

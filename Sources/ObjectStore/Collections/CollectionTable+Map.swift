// SPDX-License-Identifier: Apache-2.0

package import SQLite

/// Maps from texts.
extension CollectionTable {
  /// The value under a key; nil when there is no such key.
  package func value(for key: String, in owner: ObjectKey) throws(SQLiteError) -> MixedValue? {
    let statement = try connection.prepare(
      "SELECT \(elementList) FROM \(table) "
        + "WHERE \(TableNames.key) = ?1 AND \(TableNames.mapKey) = ?2")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    try statement.bind(key, at: 2)
    return try statement.step() ? element(statement) : nil
  }

  /// Puts a value under a key, in place of what was there.
  package func set(
    _ value: MixedValue, for key: String, in owner: ObjectKey
  ) throws(SQLiteError) {
    // Not OR REPLACE, which runs no triggers for what it replaces.
    let element = TableNames.element
    let tag = TableNames.elementTag
    let statement = try connection.prepare(
      "INSERT INTO \(table)(\(TableNames.key), \(TableNames.mapKey), \(elementList)) "
        + "VALUES (?1, ?2, \(elementParameters(3))) "
        + "ON CONFLICT(\(TableNames.key), \(TableNames.mapKey)) DO UPDATE SET "
        + "\(element) = excluded.\(element)" + (isMixed ? ", \(tag) = excluded.\(tag)" : ""))
    try statement.bind(owner, at: 1)
    try statement.bind(key, at: 2)
    try bind(value, to: statement, at: 3)
    try statement.run()
  }

  /// Takes a key out with its value.
  package func remove(_ key: String, from owner: ObjectKey) throws(SQLiteError) {
    let statement = try connection.prepare(
      "DELETE FROM \(table) WHERE \(TableNames.key) = ?1 AND \(TableNames.mapKey) = ?2")
    try statement.bind(owner, at: 1)
    try statement.bind(key, at: 2)
    try statement.run()
  }

  /// The keys, in order.
  package func keys(of owner: ObjectKey) throws(SQLiteError) -> [String] {
    let statement = try connection.prepare(
      "SELECT \(TableNames.mapKey) FROM \(table) WHERE \(TableNames.key) = ?1 "
        + "ORDER BY \(TableNames.mapKey)")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    var result: [String] = []
    while try statement.step() { result.append(statement.text(at: 0)) }
    return result
  }
}

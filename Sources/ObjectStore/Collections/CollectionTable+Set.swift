// SPDX-License-Identifier: Apache-2.0

package import SQLite

/// Sets.
extension CollectionTable {
  /// Whether a set holds a value.
  package func contains(_ value: MixedValue, in owner: ObjectKey) throws(SQLiteError) -> Bool {
    let statement = try connection.prepare(
      "SELECT 1 FROM \(table) WHERE \(TableNames.key) = ?1 AND \(elementCondition(2)) LIMIT 1")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    try bind(value, to: statement, at: 2)
    return try statement.step()
  }

  /// Puts a value into a set.
  ///
  /// - Returns: false when it was there.
  package func insert(_ value: MixedValue, into owner: ObjectKey) throws(SQLiteError) -> Bool {
    guard try !contains(value, in: owner) else { return false }
    let statement = try connection.prepare(
      "INSERT INTO \(table)(\(TableNames.key), \(elementList)) VALUES (?1, \(elementParameters(2)))"
    )
    try statement.bind(owner, at: 1)
    try bind(value, to: statement, at: 2)
    try statement.run()
    return true
  }

  /// Takes a value out of a set.
  package func remove(_ value: MixedValue, from owner: ObjectKey) throws(SQLiteError) {
    let statement = try connection.prepare(
      "DELETE FROM \(table) WHERE \(TableNames.key) = ?1 AND \(elementCondition(2))")
    try statement.bind(owner, at: 1)
    try bind(value, to: statement, at: 2)
    try statement.run()
  }
}

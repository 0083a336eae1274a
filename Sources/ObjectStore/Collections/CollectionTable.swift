// SPDX-License-Identifier: Apache-2.0

package import SQLite

/// The table with all collections that one property of a class holds, one part of it an object.
///
/// The rows of one owner lie together. Elements are one column, or two where they may be of any
/// type.
package struct CollectionTable {
  package let property: PropertySchema
  package let connection: Connection
  /// The name of the table, quoted.
  package let table: String

  package init(_ property: PropertySchema, of className: String, connection: Connection) {
    self.init(
      property, table: TableNames.collection(className, property.name), connection: connection)
  }

  init(_ property: PropertySchema, table: String, connection: Connection) {
    self.property = property
    self.table = table
    self.connection = connection
  }

  var isMixed: Bool { property.type == .mixed }

  /// The columns of an element.
  package var elementList: String {
    isMixed ? "\(TableNames.element), \(TableNames.elementTag)" : TableNames.element
  }

  /// The column that elements are in the order of: a list's places, a map's keys, or as they came
  /// into a set.
  var elementOrder: String {
    switch property.collection {
    case .list: TableNames.position
    case .map: TableNames.mapKey
    case .set, nil: "rowid"
    }
  }

  /// Parameters for an element from the number `first` on.
  func elementParameters(_ first: Int) -> String {
    isMixed ? "?\(first), ?\(first + 1)" : "?\(first)"
  }

  /// A condition that an element is that of the parameters from `first` on.
  func elementCondition(_ first: Int) -> String {
    "\(TableNames.element) IS ?\(first)"
      + (isMixed ? " AND \(TableNames.elementTag) IS ?\(first + 1)" : "")
  }

  func bind(_ value: MixedValue, to statement: Statement, at first: Int) throws(SQLiteError) {
    try statement.bind(value.value, at: first)
    if isMixed { try statement.bind(value.tag.rawValue, at: first + 1) }
  }

  /// The element in a row of ``elementList`` from the column `first` on.
  package func element(_ statement: Statement, at first: Int = 0) -> MixedValue {
    MixedValue(
      isMixed ? .init(rawValue: statement.integer(at: first + 1)) : .null,
      statement.value(at: first))
  }

  /// How many elements an owner has.
  package func count(of owner: ObjectKey) throws(SQLiteError) -> Int {
    let statement = try connection.prepare(
      "SELECT count(*) FROM \(table) WHERE \(TableNames.key) = ?1")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }

  /// Takes all elements out.
  package func removeAll(of owner: ObjectKey) throws(SQLiteError) {
    let statement = try connection.prepare("DELETE FROM \(table) WHERE \(TableNames.key) = ?1")
    try statement.bind(owner, at: 1)
    try statement.run()
  }

  /// All elements, in the order of the collection.
  package func elements(of owner: ObjectKey) throws(SQLiteError) -> [MixedValue] {
    let statement = try connection.prepare(
      "SELECT \(elementList) FROM \(table) WHERE \(TableNames.key) = ?1 ORDER BY \(elementOrder)")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    var result: [MixedValue] = []
    while try statement.step() { result.append(element(statement)) }
    return result
  }
}

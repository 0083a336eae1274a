// SPDX-License-Identifier: Apache-2.0

package import SQLite

/// The table of one class, with the statements that read and write its objects.
///
/// They are prepared at first use, and kept.
package final class TableLayout {
  package let classID: Int64
  package let schema: ClassSchema
  /// The properties with columns, in the order of ``selectObject``'s columns; a property of any
  /// type has two.
  package let columns: [Column]
  /// How many columns a row has.
  package let columnCount: Int

  /// Where a property stands in a row.
  package struct Column: Sendable {
    package let property: PropertySchema
    /// The index of its first column.
    package let index: Int
  }

  package let connection: Connection
  private let columnList: String

  init(_ stored: StoredClass, connection: Connection) {
    classID = stored.id
    schema = stored.schema
    self.connection = connection
    var columns: [Column] = []
    var names = [TableNames.key]
    for property in stored.schema.properties {
      if property.isRowID {
        columns.append(Column(property: property, index: 0))
      } else if property.hasColumn {
        columns.append(Column(property: property, index: names.count))
        names.append(TableNames.quoted(property.name))
        if property.type == .mixed { names.append(TableNames.tag(property.name)) }
      }
    }
    self.columns = columns
    columnCount = names.count
    columnList = names.joined(separator: ", ")
  }

  package var table: String { TableNames.table(schema.name) }

  /// The columns of a row, the key first.
  package var selectList: String { columnList }

  /// One object: key in, row out.
  package lazy var selectObject = Preparation(
    "SELECT \(columnList) FROM \(table) WHERE \(TableNames.key) = ?1", connection)

  /// Some of the objects, in the order of their keys: from which, up to which, how many at most.
  package lazy var selectBlock = Preparation(
    "SELECT \(columnList) FROM \(table) WHERE \(TableNames.key) BETWEEN ?1 AND ?2 "
      + "ORDER BY \(TableNames.key) LIMIT ?3", connection)

  /// The objects with keys from one to another, in order.
  package lazy var selectRange = Preparation(
    "SELECT \(columnList) FROM \(table) WHERE \(TableNames.key) BETWEEN ?1 AND ?2 "
      + "ORDER BY \(TableNames.key)", connection)

  /// A new object: the key, then the columns.
  package lazy var insertion = Preparation(
    "INSERT INTO \(table)(\(columnList)) VALUES (\(Self.parameters(columnCount)))", connection)

  /// Whether there is an object: key in, a row or none out.
  package lazy var existence = Preparation(
    "SELECT 1 FROM \(table) WHERE \(TableNames.key) = ?1", connection)

  package lazy var deletion = Preparation(
    "DELETE FROM \(table) WHERE \(TableNames.key) = ?1", connection)

  /// Changes one property: the key, then its one or two columns.
  package func update(_ property: PropertySchema) -> Preparation {
    if let known = preparedUpdates[property.name] { return known }
    let column = TableNames.quoted(property.name)
    let tag = property.type == .mixed ? ", \(TableNames.tag(property.name)) = ?3" : ""
    let preparation = Preparation(
      "UPDATE \(table) SET \(column) = ?2\(tag) WHERE \(TableNames.key) = ?1", connection)
    preparedUpdates[property.name] = preparation
    return preparation
  }
  private var preparedUpdates: [String: Preparation] = [:]

  private static func parameters(_ count: Int) -> String {
    (1...count).map { "?\($0)" }.joined(separator: ", ")
  }
}

/// A statement that is prepared at first use.
package final class Preparation {
  private let sql: String
  private let connection: Connection
  private var prepared: Statement?

  init(_ sql: String, _ connection: Connection) {
    self.sql = sql
    self.connection = connection
  }

  /// The statement, reset.
  package var statement: Statement {
    get throws(SQLiteError) {
      if let prepared {
        prepared.reset()
        return prepared
      }
      let statement = try connection.prepare(sql)
      prepared = statement
      return statement
    }
  }
}

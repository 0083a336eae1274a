// SPDX-License-Identifier: Apache-2.0

/// An index or a trigger, which goes with a property.
struct Definition: Hashable {
  enum Kind: String { case index, trigger }

  let kind: Kind
  /// The name, as SQLite lists it.
  let name: String
  /// The statement that makes it, which is also what SQLite keeps of it.
  let sql: String
}

extension ClassSchema {
  /// The columns of the class's table but for the key, quoted, in order.
  var columnNames: [String] { properties.filter(\.hasColumn).flatMap(\.columnNames) }
}

extension PropertySchema {
  /// The one or two columns of a property that is no collection, quoted.
  var columnNames: [String] {
    let column = TableNames.quoted(name)
    return type == .mixed ? [column, TableNames.tag(name)] : [column]
  }

  /// The columns of a collection's table, as they are declared.
  var collectionColumns: [String] {
    let elements =
      type == .mixed ? [TableNames.element, TableNames.elementTag] : [TableNames.element]
    let place: [String] =
      switch collection {
      case .list: ["\(TableNames.position) INTEGER"]
      case .map: ["\(TableNames.mapKey) TEXT"]
      case .set, nil: []
      }
    return ["\(TableNames.key) INTEGER"] + place + elements
  }

  /// The columns of a collection's table but for the owner, quoted.
  var collectionColumnNames: [String] {
    let place: [String] =
      switch collection {
      case .list: [TableNames.position]
      case .map: [TableNames.mapKey]
      case .set, nil: []
      }
    return place
      + (type == .mixed ? [TableNames.element, TableNames.elementTag] : [TableNames.element])
  }

  /// What finds objects by the property's value or by what it leads to, and what notes nested
  /// collections that it loses.
  func definitions(in className: String) -> [Definition] {
    collection == nil ? columnDefinitions(in: className) : collectionDefinitions(in: className)
  }

  private func columnDefinitions(in className: String) -> [Definition] {
    guard hasColumn else { return [] }
    var result: [Definition] = []
    let column = TableNames.quoted(name)
    if isPrimaryKey || type == .object || type == .mixed || isIndexed {
      // Links that lead nowhere are never looked for by what they lead to.
      let condition = type == .object ? " WHERE \(column) IS NOT NULL" : ""
      result.append(
        .index(
          "\(className)#\(name)", over: TableNames.table(className), [column],
          isUnique: isPrimaryKey, condition))
    }
    if type == .mixed {
      result += Definition.nesting(
        in: TableNames.table(className), column: column, tag: TableNames.tag(name))
    }
    return result
  }

  private func collectionDefinitions(in className: String) -> [Definition] {
    let table = TableNames.collection(className, name)
    var result: [Definition] = []
    if collection == .set {
      result.append(
        .index(
          "\(className).\(name)#element", over: table, [TableNames.key] + collectionColumnNames))
    }
    // What finds the collections that hold an object.
    if type == .object || type == .mixed {
      result.append(.index("\(className).\(name)#target", over: table, [TableNames.element]))
    }
    if type == .mixed {
      result += Definition.nesting(
        in: table, column: TableNames.element, tag: TableNames.elementTag)
    }
    return result
  }
}

extension Definition {
  static func index(
    _ name: String, over table: String, _ columns: [String], isUnique: Bool = false,
    _ condition: String = ""
  ) -> Definition {
    Definition(
      kind: .index, name: name,
      sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(TableNames.quoted(name)) "
        + "ON \(table)(\(columns.joined(separator: ", ")))\(condition)")
  }

  /// What notes the numbers of nested collections in a column as loose when they leave it.
  static func nesting(in table: String, column: String, tag: String) -> [Definition] {
    let note =
      "ON \(table) WHEN OLD.\(tag) IN \(TableNames.nestedTags) "
      + "BEGIN INSERT OR IGNORE INTO \(TableNames.loose) VALUES (OLD.\(column)); END"
    let name = (table + column).filter { $0 != "\"" }
    return [("changed", "AFTER UPDATE OF \(column), \(tag)"), ("deleted", "AFTER DELETE")].map {
      Definition(
        kind: .trigger, name: "\(name)#\($0.0)",
        sql: "CREATE TRIGGER \(TableNames.quoted("\(name)#\($0.0)")) \($0.1) \(note)")
    }
  }
}

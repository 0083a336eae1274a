// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// How the rows that may match a query are found: one SQL text per shape of query, with the tokens
/// bound to it.
struct SearchPlan {
  enum Binding {
    case bytes([UInt8])
    case text(String)
    case integer(Int64)
  }

  let sql: String
  let bindings: [Binding]

  /// Plans a search through `groups`, of which there is at least one.
  init(_ query: Query, groups: [String], index: BlindIndex) {
    let table = query.itemClass.rawValue
    var bindings: [Binding] = []
    var condition: String
    var isInRowOrder = true
    switch query.persistentReference?.identity {
    case .identifier(let identifier):
      condition = "pref = ?"
      bindings.append(.bytes(identifier))
    case .row(let row):
      condition = "rowid = ?"
      bindings.append(.integer(row))
    case nil:
      let names = query.itemClass.indexedAttributes.compactMap { schema in
        query.attributes[schema.key].map { (key: schema.key, value: $0) }
      }
      isInRowOrder =
        groups.count == 1 && Schema.deliversRowOrder(names.map(\.key), in: query.itemClass)
      let conditions = groups.map { group in
        guard !names.isEmpty else {
          bindings.append(.text(group))
          return "agrp = ?"
        }
        return names.map { name in
          let token = index.token(
            of: name.value, for: name.key, in: query.itemClass, group: group)
          bindings.append(.bytes(token))
          return "\(name.key) = ?"
        }.joined(separator: " AND ")
      }
      condition =
        conditions.count == 1 ? conditions[0] : "(" + conditions.joined(separator: " OR ") + ")"
    }
    // What was set aside as damaged is nobody's item any more.
    condition += " AND quar IS NULL"
    if let protection = query.protection {
      condition += " AND +pdmn = ?"
      bindings.append(.integer(Int64(protection.number)))
    }
    let columns = Schema.columns(of: query.itemClass)
    // Sorting whole rows would carry their sealed parts through the sorter; row numbers are small.
    sql =
      isInRowOrder
      ? "SELECT \(columns) FROM \(table) WHERE \(condition) ORDER BY rowid"
      : "SELECT \(columns) FROM \(table) WHERE rowid IN (SELECT rowid FROM \(table) WHERE \(condition)) ORDER BY rowid"
    self.bindings = bindings
  }
}

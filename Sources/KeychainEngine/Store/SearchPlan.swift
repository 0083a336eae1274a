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

  /// - Parameter groups: the access groups to search; never empty.
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
      let keys = query.itemClass.indexedAttributes.map(\.key).filter {
        query.attributes[$0] != nil
      }
      isInRowOrder = groups.count == 1 && Schema.deliversRowOrder(keys, in: query.itemClass)
      let conditions = groups.map { group in
        guard !keys.isEmpty else {
          bindings.append(.text(group))
          return "agrp = ?"
        }
        return keys.map { key in
          bindings.append(
            .bytes(
              index.token(
                of: query.attributes[key]!, for: key, in: query.itemClass, group: group)))
          return "\(key) = ?"
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

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What the SQL text of a search depends on.
///
/// Programs ask in few shapes, so the text is put together once for each of them: that takes longer
/// than the search itself.
struct SearchShape: Hashable {
  /// By what the rows are found.
  enum Way: Hashable {
    case identifier
    case row
    /// By indexed attributes, in the order of their keys, or where there are none by group alone.
    case attributes([AttributeKey], groupCount: Int)
  }

  let itemClass: ItemClass
  let way: Way
  let filtersProtection: Bool

  /// The text of the search; the bindings of a ``SearchPlan`` follow the order of its parameters.
  var sql: String {
    let table = itemClass.rawValue
    var isInRowOrder = true
    var condition: String
    switch way {
    case .identifier: condition = "pref = ?"
    case .row: condition = "rowid = ?"
    case .attributes(let keys, let groupCount):
      isInRowOrder = groupCount == 1 && Schema.deliversRowOrder(keys, in: itemClass)
      let one =
        keys.isEmpty ? "agrp = ?" : keys.map { "\($0) = ?" }.joined(separator: " AND ")
      let all = Array(repeating: one, count: groupCount).joined(separator: " OR ")
      condition = groupCount == 1 ? one : "(\(all))"
    }
    // What was set aside as damaged is nobody's item any more. Its token has moved: a token in
    // `quar` beside one in `uniq` hides nothing.
    condition += " AND (uniq IS NOT NULL OR quar IS NULL)"
    if filtersProtection { condition += " AND +pdmn = ?" }
    let columns = Schema.columns(of: itemClass)
    // Sorting whole rows would carry their sealed parts through the sorter; row numbers are small.
    return isInRowOrder
      ? "SELECT \(columns) FROM \(table) WHERE \(condition) ORDER BY rowid"
      : "SELECT \(columns) FROM \(table) WHERE rowid IN (SELECT rowid FROM \(table) WHERE \(condition)) ORDER BY rowid"
  }
}

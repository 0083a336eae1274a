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
    /// All rows of the class.
    case everything
    /// By indexed attributes, in the order of their keys, or where there are none by group alone.
    case attributes([AttributeKey], groups: Groups)
  }

  /// In how many access groups is searched.
  enum Groups: Hashable {
    /// In so many, each with parameters of its own; at most ``most``.
    case few(Int)
    /// In any number, packed into one parameter: SQLite bounds both the parameters of a statement
    /// and the depth of its conditions.
    case many

    /// Above this, one text for all numbers is the better bargain.
    static let most = 8
  }

  let itemClass: ItemClass
  let way: Way
  let filtersProtection: Bool
  /// Whether rows are changed while they are searched, by which they must not move.
  ///
  /// The numbers of the rows are collected by SQLite then, before the first one is delivered.
  let isForChanging: Bool

  /// The text of the search; the bindings of a ``SearchPlan`` follow the order of its parameters.
  var sql: String {
    let table = itemClass.rawValue
    var isInRowOrder = true
    var condition: String
    switch way {
    case .identifier: condition = "pref = ?"
    case .row: condition = "rowid = ?"
    case .everything: condition = "1"
    case .attributes(let keys, .few(let count)):
      isInRowOrder =
        !isForChanging && count == 1 && Schema.deliversRowOrder(keys, in: itemClass)
      let one =
        keys.isEmpty ? "agrp = ?" : keys.map { "\($0) = ?" }.joined(separator: " AND ")
      let all = Array(repeating: one, count: count).joined(separator: " OR ")
      condition = count == 1 ? one : "(\(all))"
    case .attributes(let keys, .many):
      isInRowOrder = false
      condition = keys.isEmpty ? Self.groupIsPacked : Self.tokensArePacked(keys)
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

  /// True for rows whose tokens are among those packed into the first parameter: for each group
  /// those of `keys`, one after the other.
  private static func tokensArePacked(_ keys: [AttributeKey]) -> String {
    let size = BlindIndex.tokenByteCount
    let names = keys.map(\.description).joined(separator: ", ")
    let tokens = keys.indices.map { "substr(?1, at + \($0 * size), \(size))" }
    return """
      (\(names)) IN (WITH RECURSIVE place(at) AS (VALUES(1) UNION ALL
        SELECT at + \(keys.count * size) FROM place
          WHERE at + \(keys.count * size) <= length(?1))
        SELECT \(tokens.joined(separator: ", ")) FROM place)
      """
  }

  /// True for rows whose group is among those packed into the first parameter, each after its
  /// length in ``lengthDigits`` decimal digits.
  private static var groupIsPacked: String {
    let digits = lengthDigits
    return """
      agrp IN (WITH RECURSIVE place(at, size) AS (
        VALUES(\(digits + 1), CAST(substr(?1, 1, \(digits)) AS INTEGER)) UNION ALL
        SELECT at + size + \(digits), CAST(substr(?1, at + size, \(digits)) AS INTEGER)
          FROM place WHERE at + size <= length(?1))
        SELECT CAST(substr(?1, at, size) AS TEXT) FROM place)
      """
  }

  static let lengthDigits = 10
}

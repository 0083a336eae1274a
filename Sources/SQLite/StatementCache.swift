// SPDX-License-Identifier: Apache-2.0

/// Prepared statements by their text.
///
/// Preparing costs ten times a point read.
struct StatementCache {
  /// More distinct texts than this come from SQL put together at run time, which would grow without
  /// end.
  static let limit = 256

  private var statements: [String: Statement] = [:]

  subscript(sql: String) -> Statement? { statements[sql] }

  var count: Int { statements.count }

  mutating func insert(_ statement: Statement) {
    if statements.count >= Self.limit { sweep() }
    statements[statement.sql] = statement
  }

  /// Forgets the statements that nobody holds; they finalize themselves.
  private mutating func sweep() {
    var kept: [String: Statement] = [:]
    for sql in Array(statements.keys) {
      guard var statement = statements.removeValue(forKey: sql) else { continue }
      if !isKnownUniquelyReferenced(&statement) { kept[sql] = statement }
    }
    statements = kept
  }

  mutating func finalizeAll() {
    for statement in statements.values { statement.finalize() }
    statements = [:]
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import SQLite

/// A column that an index stands on, with its value in one row: writing it costs a page of the
/// index beside that of the row.
struct IndexedColumn {
  enum Value: Equatable {
    case text(String)
    /// Nil where the item has no such attribute.
    case token([UInt8]?)
  }

  let name: String
  let value: Value

  func bind(to statement: Statement, at position: Int) throws(SQLiteError) {
    switch value {
    case .text(let text): try statement.bind(text, at: position)
    case .token(let token?): try statement.bind(token, at: position)
    case .token(nil): try statement.bindNull(at: position)
    }
  }
}

extension RowPlace {
  /// The columns with indexes that an update can change.
  var indexedColumns: [IndexedColumn] {
    [
      IndexedColumn(name: "agrp", value: .text(group)),
      IndexedColumn(name: "uniq", value: .token(uniqueness)),
    ]
      + zip(itemClass.indexedAttributes, tokens).map {
        IndexedColumn(name: $0.key.description, value: .token($1))
      }
  }
}

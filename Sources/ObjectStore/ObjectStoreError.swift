// SPDX-License-Identifier: Apache-2.0

package import SQLite

/// Why the store refuses.
package struct ObjectStoreError: Error, Equatable, CustomStringConvertible {
  /// What kind of refusal it is.
  package enum Code: Sendable {
    /// The classes of the program and of the file do not fit together.
    case schemaMismatch
    /// The file was written by a later version, or is no object store.
    case unsupportedFile
    /// A second object with the same primary key.
    case primaryKeyExists
    /// Objects do not fit the classes that a migration leads to.
    case migrationFailed
    /// A query that cannot be carried out.
    case invalidQuery
    /// SQLite refuses; see `underlying`.
    case sqlite
  }

  package let code: Code
  package let reason: String
  package let underlying: SQLiteError?

  package init(_ code: Code, reason: String, underlying: SQLiteError? = nil) {
    self.code = code
    self.reason = reason
    self.underlying = underlying
  }

  package init(_ error: SQLiteError) {
    self.init(.sqlite, reason: error.description, underlying: error)
  }

  package var description: String { reason }

  package static func == (a: ObjectStoreError, b: ObjectStoreError) -> Bool { a.code == b.code }
}

/// Runs `body` with SQLite's errors put into ours.
func mapping<R>(_ body: () throws(SQLiteError) -> R) throws(ObjectStoreError) -> R {
  do throws(SQLiteError) {
    return try body()
  } catch {
    throw ObjectStoreError(error)
  }
}

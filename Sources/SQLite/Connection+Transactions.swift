// SPDX-License-Identifier: Apache-2.0

/// When a transaction takes its locks.
public enum TransactionKind: Sendable {
  /// With the first statement that needs them; a later upgrade to writing may meet `busy` at once.
  case deferred
  /// The write lock now; readers go on.
  case immediate
  /// All of them now; in WAL mode the same as `immediate`.
  case exclusive

  var sql: String {
    switch self {
    case .deferred: "BEGIN DEFERRED"
    case .immediate: "BEGIN IMMEDIATE"
    case .exclusive: "BEGIN EXCLUSIVE"
    }
  }
}

extension Connection {
  /// Runs `body` inside a transaction: commits when it returns, rolls back when it throws.
  ///
  /// - Throws: what `body` throws, or ``SQLiteError`` when the transaction cannot begin or commit;
  ///   then nothing of it stays.
  public func transaction<R>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> R
  ) throws -> R {
    try transaction(kind, failingWith: { $0 as any Error }, body)
  }

  /// The same for a body with a typed error: `failure` puts what SQLite refuses into that type.
  ///
  /// - Throws: what `body` throws, or what `failure` makes of a transaction that cannot begin or
  ///   commit.
  public func transaction<R, E: Error>(
    _ kind: TransactionKind = .immediate, failingWith failure: (SQLiteError) -> E,
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    try run(kind.sql, failingWith: failure)
    let result: R
    do throws(E) {
      result = try body()
      try run("COMMIT", failingWith: failure)
    } catch {
      rollBack()
      throw error
    }
    return result
  }

  /// Runs `body` as a part of the transaction that is open: a part that throws is taken back, and
  /// the transaction goes on.
  ///
  /// SQLite answers some failures, such as a full disk, by rolling back all of the transaction;
  /// then ``isInTransaction`` is false afterwards.
  ///
  /// - Throws: what `body` throws, or what `failure` makes of a part that cannot begin or end.
  public func savepoint<R, E: Error>(
    failingWith failure: (SQLiteError) -> E, _ body: () throws(E) -> R
  ) throws(E) -> R {
    try run("SAVEPOINT part", failingWith: failure)
    do throws(E) {
      let result = try body()
      try run("RELEASE part", failingWith: failure)
      return result
    } catch {
      if isInTransaction { try? execute("ROLLBACK TO part; RELEASE part") }
      throw error
    }
  }

  private func run<E: Error>(
    _ sql: String, failingWith failure: (SQLiteError) -> E
  ) throws(E) {
    do throws(SQLiteError) {
      try prepare(sql).run()
    } catch {
      throw failure(error)
    }
  }

  /// Rolls back, unless SQLite already has: it does so by itself after some failures.
  ///
  /// A rollback that fails leaves the connection refusing everything, which the next call reports.
  private func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}

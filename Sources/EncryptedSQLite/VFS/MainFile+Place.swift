// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension MainFile {
  /// Whether the file at the path is another one by now, or none.
  ///
  /// One call of the system: its cost is 1 µs a transaction.
  private var hasMoved: Bool {
    var answer: CInt = 0
    let status = unsafe real.control(SQLITE_FCNTL_HAS_MOVED, &answer)
    return status == SQLITE_OK && answer != 0
  }

  /// Refuses to end a transaction, or to copy the log, in a file that nobody will find again.
  ///
  /// SQLite asks when it makes a rollback journal, and not at all with a log. Asked here at the
  /// last moment, when the lock for writing is held: what a transaction has written before, without
  /// the frame that ends it, is nothing.
  func refuseIfReplaced() -> CInt {
    hasMoved ? failures.note(.replaced(path), returning: SQLiteCode.moved) : SQLITE_OK
  }

  /// Answers SQLite's own question, and keeps what to say about it.
  @unsafe
  func answerWhetherMoved(_ argument: UnsafeMutableRawPointer?) -> CInt {
    let hasMoved = hasMoved
    unsafe argument?.storeBytes(of: hasMoved ? 1 : 0, as: CInt.self)
    if hasMoved { _ = failures.note(.replaced(path), returning: SQLiteCode.moved) }
    return SQLITE_OK
  }
}

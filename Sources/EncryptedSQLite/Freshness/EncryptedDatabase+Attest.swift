// SPDX-License-Identifier: Apache-2.0

public import SQLite

extension EncryptedDatabase {
  /// Attests the present state of the database at `path`.
  ///
  /// Counts one on in a table of its own, `strongroom_attestation`, empties the log into the file,
  /// and digests the tags of all pages while nobody can write: 32 bytes read for each page, about
  /// 1 µs each while the file is in memory. Keep the result outside the file, and hand it to
  /// ``open(at:key:options:expecting:)``.
  ///
  /// What is written afterwards, by programs that do not open the database against the attestation,
  /// makes the next such opening fail.
  ///
  /// Of processes that attest at once each waits for its turn, so no two attestations of a database
  /// have the same counter.
  ///
  /// - Throws: ``EncryptedSQLiteError`` as opening does; `busy` while a reader holds on to an
  ///   earlier state or writers or other attesting processes leave no pause.
  public static func attest(
    _ path: String, key: borrowing DatabaseKey
  ) throws(EncryptedSQLiteError) -> Attestation {
    let connection = try openUnchanged(path, key: key)
    let turn = try AttestationTurn(path)
    defer { turn.end() }
    try explaining(path, FailureRecord()) { () throws(SQLiteError) in
      try AttestationCounter.advance(connection)
    }
    let attestation = try settled(connection, path, key: key)
    try? connection.close()
    return attestation
  }

  /// Opens the database at `path`, and compares it with an attestation made before.
  ///
  /// A smaller counter is a rollback, an equal one must come with the same digest; both are the
  /// error `rolledBack`. A greater one means that the database has gone on since: that is opened
  /// and told. When opened for writing, the counter goes up by one at once, so that a crash before
  /// the next ``attest(_:key:)`` is not taken for a rollback.
  ///
  /// What stays open: whoever can put back both the file and what you keep the attestation in; and,
  /// until the next attestation, states between the two.
  ///
  /// - Throws: ``EncryptedSQLiteError`` as opening does, and `rolledBack`.
  public static func open(
    at path: String, key: borrowing DatabaseKey, options: DatabaseOptions = .init(),
    expecting attestation: Attestation
  ) throws(EncryptedSQLiteError) -> (connection: Connection, freshness: Freshness) {
    let isReadOnly = if case .readOnly = options.access { true } else { false }
    var options = options
    // To make the file anew where it has been removed would be a rollback to nothing.
    if !isReadOnly { options.access = .readWrite }
    let connection = try open(at: path, key: key, options: options)
    guard try SealedDatabase(path, key: key.bytes).pageOne.salt == attestation.salt else {
      throw rolledBack(path, "is another file than the one that was attested")
    }
    let counter = try explaining(path, FailureRecord()) { () throws(SQLiteError) in
      try AttestationCounter.value(connection)
    }
    guard counter >= attestation.counter else {
      throw rolledBack(
        path,
        "is older than its attestation: it was attested \(counter) times, of "
          + "\(attestation.counter)")
    }
    guard counter == attestation.counter else { return (connection, .advanced) }
    let found = try settled(connection, path, key: key, isReadOnly: isReadOnly)
    // Another program may have opened it for writing in between.
    if found.counter > attestation.counter { return (connection, .advanced) }
    guard found == attestation else {
      throw rolledBack(
        path,
        "is not what was attested: an older copy of a page was put back, or a program that "
          + "does not attest has written")
    }
    if !isReadOnly {
      try explaining(path, FailureRecord()) { () throws(SQLiteError) in
        try AttestationCounter.advance(connection)
      }
    }
    return (connection, .asAttested)
  }

  private static func rolledBack(_ path: String, _ reason: String) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      .rolledBack,
      reason: "\(path) \(reason); find the newest copy, or attest this one if it is what you want",
      file: path)
  }

  /// The state with everything in the file itself, taken while nobody can write.
  private static func settled(
    _ connection: Connection, _ path: String, key: borrowing DatabaseKey, isReadOnly: Bool = false
  ) throws(EncryptedSQLiteError) -> Attestation {
    for _ in 0..<8 {
      let isBusy = try explaining(path, FailureRecord()) { () throws(SQLiteError) in
        // Has waited for its time already.
        if !isReadOnly, try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") == 1 {
          return true
        }
        try connection.execute(isReadOnly ? "BEGIN" : "BEGIN IMMEDIATE")
        return false
      }
      if isBusy { break }
      defer { try? connection.execute("ROLLBACK") }
      let counter = try explaining(path, FailureRecord()) { () throws(SQLiteError) in
        try AttestationCounter.value(connection)
      }
      let logByteCount = (try? info(at: path + "-wal").byteCount) ?? 0
      // Who may only read cannot empty the log; what is in it came after the attestation.
      guard logByteCount == 0 || isReadOnly else { continue }
      let database = try SealedDatabase(path, key: key.bytes)
      return Attestation(
        counter: counter,
        digest: logByteCount == 0 ? try AttestationDigest.digest(of: database, key: key) : [],
        salt: database.pageOne.salt)
    }
    throw EncryptedSQLiteError(
      .busy,
      reason: "\(path) cannot be attested: others read an earlier state, or write all the time; "
        + "try again", file: path)
  }
}

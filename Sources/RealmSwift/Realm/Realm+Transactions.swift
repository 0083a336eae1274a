// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension Realm {
  /// Whether a write transaction is open.
  public var isInWriteTransaction: Bool { core.store.isWriting }

  /// Runs `block` in a write transaction: all of it is kept, or, when it throws, nothing.
  ///
  /// Waits for other writers, and for the disk: what it returns from is there after a power loss.
  ///
  /// - Returns: what `block` returns.
  /// - Throws: what `block` throws; ``Error`` when the transaction cannot begin or be kept, when
  ///   something read or written in it failed, or when the write would make more versions than
  ///   ``Configuration/maximumNumberOfActiveVersions``.
  @discardableResult
  public func write<Result>(_ block: () throws -> Result) throws -> Result {
    try core.beginWrite()
    return try core.finishWrite(block)
  }

  /// Runs `block`, which reads, and throws when something that it read could not be.
  ///
  /// What Realm's calls read they cannot throw about: without this, and outside of a transaction, a
  /// damaged page ends the program, with a sentence that names file and page. Inside, a failed read
  /// gives the default of its type, and `reading` throws at its end.
  ///
  /// **On Linux** only; Realm ends the program.
  ///
  /// - Returns: what `block` returns.
  /// - Throws: ``Error`` for the first read that failed; else what `block` throws.
  public func reading<Result>(_ block: () throws -> Result) throws -> Result {
    core.expectPlace()
    return try core.collectingFailures(block)
  }

  /// Begins a write transaction; ``commitWrite()`` or ``cancelWrite()`` ends it.
  ///
  /// **On Linux** it throws when the file cannot be written; Realm ends the program.
  ///
  /// - Throws: ``Error``.
  public func beginWrite() throws { try core.beginWrite() }

  /// Keeps what was written.
  ///
  /// - Throws: ``Error``; the transaction is then still open.
  public func commitWrite() throws { try core.commitWrite() }

  /// Takes back what was written.
  public func cancelWrite() { core.cancelWrite() }

  /// Makes the newest state visible, and tells those who observe.
  ///
  /// - Returns: whether somebody else has committed since the snapshot was taken.
  @discardableResult
  public func refresh() -> Bool {
    if core.isFrozen || isInWriteTransaction { return false }
    return core.renew()
  }

  /// Whether the realm goes on to what is newest by itself, which is the default; it does so
  /// between two turns of its queue, its actor or the main run loop, and, on other threads with a
  /// run loop, while something of it is observed.
  ///
  /// With false it shows what it shows until ``refresh()`` or its next write transaction, and those
  /// who observe it are told `refreshRequired` of what others commit; so it keeps the log of the
  /// file from being emptied. The realms of one place with equal configurations are one. False for
  /// a frozen realm, which cannot be told to go on.
  public var autorefresh: Bool {
    get { core.autorefresh && !core.isFrozen }
    nonmutating set { core.setAutorefresh(newValue) }
  }

  /// Gives up the snapshot and every object and collection of this realm.
  public func invalidate() { core.invalidate() }
}

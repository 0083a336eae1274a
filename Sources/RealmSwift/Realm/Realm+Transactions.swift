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
  /// - Throws: what `block` throws; ``Error`` when the transaction cannot begin or be kept, or when
  ///   something read in it turned out to be damaged.
  @discardableResult
  public func write<Result>(_ block: () throws -> Result) throws -> Result {
    try core.beginWrite()
    do {
      let result = try core.collectingFailures(block)
      // A block may have ended the transaction itself.
      if isInWriteTransaction { try core.commitWrite() }
      return result
    } catch {
      if isInWriteTransaction { core.cancelWrite() }
      throw error
    }
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

  /// Makes the newest state visible.
  ///
  /// - Returns: whether somebody else has committed since the snapshot was taken.
  @discardableResult
  public func refresh() -> Bool {
    if core.isFrozen || isInWriteTransaction { return false }
    core.endSnapshot()
    return core.readNewest()
  }

  /// Gives up the snapshot and every object and collection of this realm.
  public func invalidate() { core.invalidate() }
}

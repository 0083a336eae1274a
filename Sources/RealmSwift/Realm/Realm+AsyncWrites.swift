// SPDX-License-Identifier: Apache-2.0

// Write transactions that are put off to the realm's queue.
extension Realm {
  /// What tells one transaction that was put off from the others.
  public typealias AsyncTransactionId = UInt32

  /// Whether transactions that were put off still wait, or are being run.
  public var isPerformingAsynchronousWriteOperations: Bool {
    core.expectPlace()
    return core.asyncWrites.isBusy
  }

  /// Runs `block` in a write transaction, later, on the queue that the realm belongs to.
  ///
  /// Such transactions run in the order in which they were asked for. Other writers are waited for
  /// without holding the queue up; **on Linux** the disk does hold it up.
  ///
  /// The realm must belong to a queue or to the main thread.
  ///
  /// - Parameters:
  ///   - block: what to write.
  ///   - onComplete: told on the queue when the transaction is in the file, or why nothing of it
  ///     is.
  /// - Returns: what ``cancelAsyncWrite(_:)`` takes.
  @discardableResult
  public func writeAsync(
    _ block: @escaping () -> Void, onComplete: ((_ error: (any Swift.Error)?) -> Void)? = nil
  ) -> AsyncTransactionId {
    core.asyncWrites.add(to: core) { core in
      do {
        try core.finishWrite(block)
        onComplete?(nil)
      } catch {
        onComplete?(error)
      }
    } orFail: {
      onComplete?($0)
    }
  }

  /// Begins a write transaction, later, on the queue that the realm belongs to, and runs `block` in
  /// it.
  ///
  /// The block, or what the queue runs after it, ends the transaction:
  /// ``commitAsyncWrite(allowGrouping:_:)``, ``commitWrite()`` or ``cancelWrite()``.
  ///
  /// The realm must belong to a queue or to the main thread. **On Linux** a file that cannot be
  /// written ends the program; ``writeAsync(_:onComplete:)`` says why instead.
  ///
  /// - Returns: what ``cancelAsyncWrite(_:)`` takes.
  @discardableResult
  public func beginAsyncWrite(_ asyncWriteBlock: @escaping () -> Void) -> AsyncTransactionId {
    core.asyncWrites.add(to: core) { _ in
      asyncWriteBlock()
    } orFail: {
      misuse("a write transaction cannot begin: \(Error($0, file: nil).reason)")
    }
  }

  /// Keeps what was written.
  ///
  /// **On Linux** it is in the file when the call returns.
  ///
  /// - Parameters:
  ///   - allowGrouping: changes nothing: each transaction is kept by itself.
  ///   - onComplete: told on the queue, later, that the transaction is in the file, or why it is
  ///     not; it is taken back then.
  @discardableResult
  public func commitAsyncWrite(
    allowGrouping: Bool = false, _ onComplete: ((_ error: (any Swift.Error)?) -> Void)? = nil
  ) -> AsyncTransactionId {
    var failure: (any Swift.Error)?
    do {
      try core.commitWrite()
    } catch {
      core.cancelWrite()
      failure = error
    }
    return core.asyncWrites.call(core) { onComplete?(failure) }
  }

  /// Takes back a transaction that was put off and has not begun; nothing happens if it has.
  public func cancelAsyncWrite(_ id: AsyncTransactionId) throws {
    core.expectPlace()
    core.asyncWrites.cancel(id)
  }
}

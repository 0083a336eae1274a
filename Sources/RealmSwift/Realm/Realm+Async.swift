// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension Realm {
  /// Opens a realm for an actor, which it and its objects belong to.
  ///
  /// - Throws: ``Error``.
  public init<A: Actor>(
    configuration: Configuration = .defaultConfiguration, actor: isolated A
  ) async throws {
    core = try RealmFile.open(configuration, confinement: .actor(.init(actor)))
  }

  /// Opens a realm for the actor that asks.
  ///
  /// An actor's initialiser is not the actor yet; there, use ``init(configuration:actor:)``.
  ///
  /// - Throws: ``Error``; `invalidInput` when no actor asks, for then any thread may go on after
  ///   the next `await`.
  public static func open(
    configuration: Configuration = .defaultConfiguration,
    _isolation: isolated (any Actor)? = #isolation
  ) async throws -> Realm {
    guard let actor = _isolation else {
      throw Error(
        .invalidInput,
        reason:
          "Realm.open was called outside of an actor, where threads change; call it in one, or use "
          + "Realm(configuration:actor:)")
    }
    return Realm(try RealmFile.open(configuration, confinement: .actor(.init(actor))))
  }

  /// Opens a realm without holding the caller up, and hands it over on a queue, which it then
  /// belongs to.
  ///
  /// What takes long, compacting say, is done before on another queue.
  public static func asyncOpen(
    configuration: Configuration = .defaultConfiguration,
    callbackQueue: DispatchQueue = .main,
    callback: @escaping @Sendable (Result<Realm, any Swift.Error>) -> Void
  ) {
    DispatchQueue.global().async {
      // Kept open until the queue has one of its own.
      let first = Handover(realm: Result { try Realm(configuration: configuration) })
      callbackQueue.async {
        callback(
          first.realm.flatMap { _ in
            Result { try Realm(configuration: configuration, queue: callbackQueue) }
          })
      }
    }
  }

  /// A realm that is kept open and not used.
  private struct Handover: @unchecked Sendable {
    let realm: Result<Realm, any Swift.Error>
  }

  /// Runs `block` in a write transaction of the actor that the realm belongs to.
  ///
  /// Other writers are waited for without holding the actor up, for a minute at most; so the actor
  /// may do something else before `block` runs, but not while it does. **On Linux** the disk does
  /// hold the actor up.
  ///
  /// - Returns: what `block` returns.
  /// - Throws: as ``write(_:)``; `CancellationError` when the task is cancelled before `block`
  ///   runs.
  @discardableResult
  public func asyncWrite<Result>(
    _isolation: isolated (any Actor)? = #isolation, _ block: () throws -> Result
  ) async throws -> Result {
    let end = ContinuousClock.now + .seconds(60)
    while try !core.beginWriteAtOnce() {
      guard ContinuousClock.now < end else {
        throw Error(
          .fileAccess,
          reason:
            "\(core.path) cannot be written: somebody else has been in a write transaction for a "
            + "minute; try again later",
          file: core.path)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return try core.finishWrite(block)
  }

  /// Makes the newest state visible.
  ///
  /// - Returns: whether somebody else has committed since the snapshot was taken.
  @discardableResult
  public func asyncRefresh(_isolation: isolated (any Actor)? = #isolation) async -> Bool {
    refresh()
  }
}

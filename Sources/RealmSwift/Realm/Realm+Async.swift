// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension Realm {
  /// Opens a realm for an actor, which it and its objects belong to.
  ///
  /// - Throws: ``Error``.
  public init<A: Actor>(
    configuration: Configuration = .defaultConfiguration, actor: isolated A
  ) async throws {
    core = try RealmFile.open(configuration, confinement: .actor(actor))
  }

  /// Opens a realm for the actor that asks.
  ///
  /// - Throws: ``Error``.
  public static func open(
    configuration: Configuration = .defaultConfiguration,
    _isolation: isolated (any Actor)? = #isolation
  ) async throws -> Realm {
    let confinement = _isolation.map { Confinement.actor($0) } ?? .currentThread
    return Realm(try RealmFile.open(configuration, confinement: confinement))
  }

  /// Opens a realm without holding the caller up, and hands it over on a queue, which it then
  /// belongs to.
  public static func asyncOpen(
    configuration: Configuration = .defaultConfiguration,
    callbackQueue: DispatchQueue = .main,
    callback: @escaping @Sendable (Result<Realm, any Swift.Error>) -> Void
  ) {
    callbackQueue.async {
      callback(Result { try Realm(configuration: configuration, queue: callbackQueue) })
    }
  }

  /// Runs `block` in a write transaction of the actor that the realm belongs to.
  ///
  /// - Returns: what `block` returns.
  /// - Throws: as ``write(_:)``.
  @discardableResult
  public func asyncWrite<Result>(
    _isolation: isolated (any Actor)? = #isolation, _ block: () throws -> Result
  ) async throws -> Result {
    try write(block)
  }

  /// Makes the newest state visible.
  ///
  /// - Returns: whether somebody else has committed since the snapshot was taken.
  @discardableResult
  public func asyncRefresh(_isolation: isolated (any Actor)? = #isolation) async -> Bool {
    refresh()
  }
}

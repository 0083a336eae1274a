// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Begins observations, in the place that asks or in another one, to which what is observed is
/// taken.
enum ObservationStart {
  /// What an observation takes to its queue, to be used there alone.
  private struct Start: @unchecked Sendable {
    let configuration: Realm.Configuration
    /// Who observes in a realm; nil where there is nothing to observe any more.
    let make: (Realm) -> Observer?

    init<Confined: ThreadConfined>(
      _ confined: Confined, _ make: @escaping (Confined) -> Observer?
    ) {
      guard let realm = confined.realm else {
        misuse("only what a realm manages can be observed")
      }
      configuration = realm.configuration
      let reference = ThreadSafeReference(to: confined)
      self.make = { $0.resolve(reference).flatMap(make) }
    }

    func begin(_ token: NotificationToken, in place: Confinement) {
      do {
        let realm = Realm(try RealmFile.open(configuration, confinement: place))
        if let observer = make(realm) { token.begin(observer) }
      } catch {
        misuse(
          "\(configuration.path) cannot be observed from another place: "
            + Realm.Error(error, file: configuration.path).reason)
      }
    }
  }

  /// Observes what `confined` is in a realm of another queue.
  static func begin<Confined: ThreadConfined>(
    _ confined: Confined, on queue: DispatchQueue, _ make: @escaping (Confined) -> Observer?
  ) -> NotificationToken {
    let token = NotificationToken()
    let start = Start(confined, make)
    queue.async { start.begin(token, in: .queue(.init(queue))) }
    return token
  }

  /// Observes `confined` where it is, or what it is in a realm of another queue.
  ///
  /// What cannot be observed is refused before anything goes there.
  static func begin<Confined: ThreadConfined, Change>(
    _ confined: Confined, on queue: DispatchQueue?, _ block: @escaping (Change) -> Void,
    tracking: @escaping (Confined) -> ChangeTracker<Change>
  ) -> NotificationToken {
    let tracker = tracking(confined)
    guard let queue else { return NotificationToken(CallbackObserver(tracker, block)) }
    return begin(confined, on: queue) { CallbackObserver(tracking($0), block) }
  }

  /// Observes what `confined` is in a realm of another actor, which is not kept alive.
  ///
  /// What cannot be observed is refused before anything goes there.
  static func begin<Confined: ThreadConfined, A: Actor, Change>(
    _ confined: Confined, on actor: A, _isolation: isolated (any Actor)?,
    _ block: @escaping @Sendable (isolated A, Change) -> Void,
    tracking: @escaping (Confined) -> ChangeTracker<Change>
  ) async -> NotificationToken {
    _ = tracking(confined)
    let token = NotificationToken()
    let start = Start(confined) { [weak actor] moved in
      CallbackObserver(tracking(moved)) { [weak actor] change in
        if let actor { tell(change, to: actor, block) }
      }
    }
    await begin(start, token, as: actor)
    return token
  }

  private static func begin(
    _ start: Start, _ token: NotificationToken, as actor: isolated any Actor
  ) {
    start.begin(token, in: .actor(.init(actor)))
  }

  /// Calls `block` as the actor, in which the caller is.
  private static func tell<A: Actor, Change>(
    _ change: Change, to actor: A, _ block: @escaping @Sendable (isolated A, Change) -> Void
  ) {
    let told = Told(change: change)
    actor.assumeIsolated { block($0, told.change) }
  }

  /// A change that does not leave its actor.
  private struct Told<Change>: @unchecked Sendable { let change: Change }
}

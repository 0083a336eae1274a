// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import KeychainRequests
internal import Synchronization

/// A keychain, as all doors lead to it: executes requests for callers, one at a time.
///
/// Nothing of a request was checked before, and nothing of a caller is checked here: who somebody
/// is, the engine is told.
package final class KeychainEngine: Sendable {
  private let location: KeychainLocation
  private let now: @Sendable () -> Double
  private let state: Mutex<State>

  private struct State {
    var keychain: OpenKeychain?
    /// The process that opened it: a child after fork must open its own.
    var processID: pid_t = 0
  }

  /// Makes an engine; nothing is opened before the first request.
  ///
  /// The clock `now` counts seconds since 2001-01-01 00:00 UTC.
  package init(location: KeychainLocation, now: @escaping @Sendable () -> Double = SystemClock.now)
  {
    self.location = location
    self.now = now
    state = Mutex(State())
  }

  /// Executes one request.
  ///
  /// Never throws and never traps for anything in the request: what is wrong is in the answer.
  package func execute(_ request: Request, for caller: Caller) -> Response {
    do throws(KeychainEngineError) {
      let groups = try AccessGroups(of: caller)
      let query = try QueryParser.parse(request)
      switch request.operation {
      case .add:
        let addition = try Addition(query, groups: groups, now: now())
        return try withStore(createIfMissing: true) { (store) throws(KeychainEngineError) in
          try addition.run(in: store)
        } ?? Response(failure: .notAvailable, reason: "the keychain cannot be made")
      case .copyMatching:
        let search = try Search(query, groups: groups)
        return try withStore(createIfMissing: false) { (store) throws(KeychainEngineError) in
          try search.run(in: store)
        } ?? Self.nothingFound
      case .update:
        let changes = try ChangesParser.parse(request.changes, for: query.itemClass)
        let update = try Update(query, changes, groups: groups, now: now())
        return try withStore(createIfMissing: false) { (store) throws(KeychainEngineError) in
          try update.run(in: store)
        } ?? Self.nothingFound
      case .delete:
        let deletion = try Deletion(query, groups: groups)
        return try withStore(createIfMissing: false) { (store) throws(KeychainEngineError) in
          try deletion.run(in: store)
        } ?? Self.nothingFound
      }
    } catch {
      return Response(failure: error.status, reason: error.reason)
    }
  }

  static let nothingFound = Response(
    failure: .itemNotFound, reason: "no item in the caller's access groups fits the query")

  /// Runs `body` on the store; nil when there is no keychain and none is to be made.
  ///
  /// A keychain in memory is made by the first request of any kind.
  private func withStore(
    createIfMissing: Bool, _ body: @Sendable (ItemStore) throws(KeychainEngineError) -> Response
  ) throws(KeychainEngineError) -> Response? {
    try state.withLock { (state) throws(KeychainEngineError) in
      if state.processID != getpid() {
        // The parent's connection must be neither used nor closed by its child.
        if let inherited = state.keychain { _ = unsafe Unmanaged.passRetained(inherited) }
        state = State(keychain: nil, processID: getpid())
      }
      // Twice at most would be enough if nobody rotated keys in between; the bound is against a
      // loop without end.
      for _ in 0..<8 {
        if state.keychain == nil {
          state.keychain =
            switch location {
            case .memory: try OpenKeychain(inMemory: ())
            case .folder(let path):
              try OpenKeychain(in: KeychainFolder(path: path), createIfMissing: createIfMissing)
            }
        }
        guard let keychain = state.keychain else { return nil }
        do throws(KeychainEngineError) {
          if let response = try keychain.use(body) { return response }
          state.keychain = nil
        } catch {
          // What the database itself reports may have gone with its cause; the next request opens
          // anew.
          if error.underlying != nil, error.status != .duplicateItem, location != .memory {
            state.keychain = nil
          }
          throw error
        }
      }
      throw KeychainEngineError(
        .notAvailable, "the keychain's files keep being replaced; try again")
    }
  }
}

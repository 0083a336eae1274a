// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import KeychainRequests
internal import Synchronization
package import TPM

/// A keychain, as all doors lead to it: executes requests for callers.
///
/// One thread at a time is in the store; the writes of all that wait for it meanwhile share one
/// transaction, and so one wait for the disk.
///
/// Nothing of a request was checked before, and nothing of a caller is checked here: who somebody
/// is, the engine is told.
package final class KeychainEngine: Sendable {
  package let location: KeychainLocation
  let tpm: TPMDevice.Configuration
  package let authenticator: any Authenticator
  private let now: @Sendable () -> Double
  let state: Mutex<State>
  private let waiting = Mutex<[PendingWrite]>([])
  /// Held while a person is asked to unlock the keychain.
  private let unlocking = Mutex(())

  struct State {
    var keychain: OpenKeychain?
    /// The process that opened it: a child after fork must open its own.
    var processID: pid_t = 0
    var unlocked: UnlockState
    /// The process in which a thread looks whether the keychain is to be locked.
    var watchingProcessID: pid_t = 0
  }

  /// Makes an engine; nothing is opened before the first request.
  ///
  /// - Parameters:
  ///   - location: where the keychain is.
  ///   - tpm: the TPM that may have sealed its device key.
  ///   - authenticator: asks for what items demand of a person.
  ///   - credentialsFolder: where systemd puts the credentials of this unit, if it does.
  ///   - now: a clock that counts seconds since 2001-01-01 00:00 UTC.
  package init(
    location: KeychainLocation, tpm: TPMDevice.Configuration = .init(),
    authenticator: any Authenticator = NoAuthenticator(),
    credentialsFolder: String? = nil,
    now: @escaping @Sendable () -> Double = SystemClock.now
  ) {
    self.location = location
    self.tpm = tpm
    self.authenticator = authenticator
    self.now = now
    state = Mutex(State(unlocked: UnlockState(credentialsFolder: credentialsFolder)))
  }

  /// Executes one request.
  ///
  /// Never throws and never traps for anything in the request: what is wrong is in the answer. It
  /// may take as long as a person takes to answer; others are not held up by that.
  package func execute(_ request: Request, for caller: Caller) -> Response {
    do throws(KeychainEngineError) {
      let operation = try operation(for: request, caller)
      let attempt = firstAttempt(operation)
      let outcome =
        operation.isWrite
        ? perform([attempt])[0] : state.withLock { carryOut(attempt, &$0) }
      return conclude(operation, outcome)
    } catch {
      return Response(error)
    }
  }

  /// Executes requests in their order and waits for the disk once.
  ///
  /// Each succeeds or fails by itself, as if it had been alone. Those for which a person is asked
  /// come after the others.
  package func execute(_ requests: [Request], for caller: Caller) -> [Response] {
    let operations = requests.map { request in
      Result { () throws(KeychainEngineError) in try operation(for: request, caller) }
    }
    var outcomes = perform(operations.compactMap { try? $0.get() }.map(firstAttempt))[...]
    return operations.map { operation in
      switch operation {
      case .success(let operation): conclude(operation, outcomes.removeFirst())
      case .failure(let error): Response(error)
      }
    }
  }

  /// An attempt with what the context of the call stands for already.
  private func firstAttempt(_ operation: any Operation) -> Attempt {
    var answers = Answers()
    if let context = operation.authenticationContext {
      context.session.reuse(of: authenticator, within: context.reuseDuration)
      answers.evidence = context.session.evidence
    }
    return Attempt(operation: operation, answers: answers)
  }

  /// Has the person unlock the keychain; of several threads that need it, one asks.
  private func unlock(by interview: Interview) throws(KeychainEngineError) {
    try unlocking.withLock { (_) throws(KeychainEngineError) in
      if try lockState() != .unlocked { try interview.unlock() }
    }
  }

  /// Gets the answers that an operation still needs, holding nothing meanwhile, and carries it out;
  /// it finds out anew what it needs, for its items may have changed.
  private func conclude(_ operation: any Operation, _ outcome: Outcome) -> Response {
    do throws(KeychainEngineError) {
      switch outcome {
      case .answered(let response): return response
      case .needs(var needs):
        var interview = Interview(operation.query, authenticator: authenticator)
        for _ in 1..<Interview.mostRounds {
          if needs.unlocking { try unlock(by: interview) }
          try interview.get(needs)
          let attempt = Attempt(operation: operation, answers: interview.answers)
          switch perform([attempt])[0] {
          case .answered(let response): return response
          case .needs(let more): needs = more
          }
        }
        throw KeychainEngineError(
          .authFailed, "the access controls of the items keep being changed; try again")
      }
    } catch {
      return Response(error)
    }
  }

  /// Adds the items that `next` hands out until it returns nil, in one transaction: all of them or
  /// none.
  ///
  /// For imports and benchmarks. Each item is checked, sealed and refused as in a request of its
  /// own; the answer is success, or the first refusal. The number of items does not show in the
  /// memory that this takes. Meanwhile no other thread reaches the keychain, and another process
  /// that writes gives up after 5 seconds; so `next` must neither wait nor use this engine.
  package func addAll(
    for caller: Caller, _ next: @escaping @Sendable () -> Request.Dictionary?
  ) -> Response {
    let filling = Filling {
      [authenticator, now] () throws(KeychainEngineError) in
      guard let item = next() else { return nil }
      let groups = try AccessGroups(of: caller, for: .add)
      return try Addition(
        try QueryParser.parse(Request(.add, item)), groups: groups, authenticator: authenticator,
        now: now())
    }
    let outcome = state.withLock { state in
      // What a large page cache leaves behind in SQLite makes every later emptying of it dearer, so
      // the next request opens anew.
      defer { if location != .memory { state.keychain = nil } }
      return carryOut(Attempt(operation: filling, answers: Answers()), &state)
    }
    switch outcome {
    case .answered(let response): return response
    case .needs:
      return Response(failure: .interactionNotAllowed, reason: "nobody is asked for many items")
    }
  }

  /// Checks a request.
  private func operation(
    for request: Request, _ caller: Caller
  ) throws(KeychainEngineError) -> any Operation {
    let groups = try AccessGroups(of: caller, for: request.operation)
    let query = try QueryParser.parse(request)
    switch request.operation {
    case .add:
      return try Addition(query, groups: groups, authenticator: authenticator, now: now())
    case .copyMatching: return try Search(query, groups: groups)
    case .update:
      let changes = try ChangesParser.parse(request.changes, for: query.itemClass)
      return try Update(
        query, changes, groups: groups, authenticator: authenticator, now: now())
    case .delete: return try Deletion(query, groups: groups)
    }
  }

  static let nothingFound = nothingFound(passingOver: 0)

  /// The answer where no sound item fits, and so many damaged rows may have.
  static func nothingFound(passingOver damaged: Int) -> Response {
    let nothing = "no item in the caller's access groups fits the query"
    return Response(
      failure: .itemNotFound,
      reason: damaged == 0
        ? nothing
        : nothing + ", but for \(damaged) damaged that may be it; run strongroom doctor",
      damagedCount: damaged)
  }

  // MARK: Carrying out

  private func perform(_ attempts: [Attempt]) -> [Outcome] {
    if attempts.allSatisfy({ !$0.operation.isWrite }) {
      return attempts.map { attempt in state.withLock { carryOut(attempt, &$0) } }
    }
    let own = attempts.map(PendingWrite.init)
    waiting.withLock { $0 += own }
    state.withLock { state in
      // Another thread may have taken them along; it takes all of one call or none.
      guard own[0].outcome == nil else { return }
      let batch = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      carryOut(batch.filter { $0.processID == getpid() }, &state)
    }
    return own.map { write in
      guard let outcome = write.outcome else { fatalError("a write was left without an answer") }
      return outcome
    }
  }

  /// Carries out writes in one transaction; where that fails as a whole, each in its own.
  private func carryOut(_ batch: [PendingWrite], _ state: inout State) {
    if batch.count > 1, let outcomes = try? together(batch.map(\.attempt), &state) {
      for (write, outcome) in zip(batch, outcomes) { write.outcome = outcome }
    } else {
      for write in batch { write.outcome = carryOut(write.attempt, &state) }
    }
  }

  private func carryOut(_ attempt: Attempt, _ state: inout State) -> Outcome {
    do throws(KeychainEngineError) {
      return try withStore(
        &state, createIfMissing: attempt.operation.makesKeychain,
        isWrite: attempt.operation.isWrite
      ) {
        (store) throws(KeychainEngineError) in
        try attempt.operation.run(in: store, with: attempt.answers)
      } ?? .answered(Self.nothingFound)
    } catch {
      return Outcome(error)
    }
  }

  /// Carries out operations in one transaction.
  ///
  /// - Throws: what the database itself reports. What an operation does not find or must not do is
  ///   in its outcome.
  private func together(
    _ attempts: [Attempt], _ state: inout State
  ) throws(KeychainEngineError) -> [Outcome] {
    try withStore(
      &state, createIfMissing: attempts.contains { $0.operation.makesKeychain }, isWrite: true
    ) {
      (store) throws(KeychainEngineError) in
      try store.write { () throws(KeychainEngineError) in
        var outcomes: [Outcome] = []
        for attempt in attempts {
          do throws(KeychainEngineError) {
            outcomes.append(try attempt.operation.run(in: store, with: attempt.answers))
          } catch {
            guard !error.isFromDatabase else { throw error }
            outcomes.append(Outcome(error))
          }
        }
        return outcomes
      }
    } ?? attempts.map { _ in .answered(Self.nothingFound) }
  }

  /// Runs `body` on the store; nil when there is no keychain and none is to be made.
  ///
  /// A keychain in memory is made by the first request of any kind.
  private func withStore<R>(
    _ state: inout State, createIfMissing: Bool, isWrite: Bool,
    _ body: (ItemStore) throws(KeychainEngineError) -> R
  ) throws(KeychainEngineError) -> R? {
    try withKeychain(&state, createIfMissing: createIfMissing) {
      (keychain, unlocked) throws(KeychainEngineError) in
      try keychain.use(&unlocked, isWrite: isWrite) { (store, _) throws(KeychainEngineError) in
        try body(store)
      }
    }
  }

  /// Runs `body` on the open keychain, opening it before where that is needed, and again while
  /// `body` finds its files replaced, which it says by nil.
  func withKeychain<R>(
    _ state: inout State, createIfMissing: Bool,
    _ body: (OpenKeychain, inout UnlockState) throws(KeychainEngineError) -> R?
  ) throws(KeychainEngineError) -> R? {
    if state.processID != getpid() {
      // The parent's connection must be neither used nor closed by its child.
      if let inherited = state.keychain { _ = unsafe Unmanaged.passRetained(inherited) }
      state.keychain = nil
      state.processID = getpid()
    }
    defer { watchLock(&state) }
    // Twice at most would be enough if nobody rotated keys in between; the bound is against a loop
    // without end.
    for _ in 0..<8 {
      if state.keychain == nil {
        state.keychain =
          switch location {
          case .memory: try OpenKeychain(inMemory: ())
          case .folder(let path):
            try OpenKeychain(
              in: KeychainFolder(path: path, tpm: tpm), createIfMissing: createIfMissing,
              unlocked: &state.unlocked)
          }
      }
      guard let keychain = state.keychain else { return nil }
      do throws(KeychainEngineError) {
        if let result = try body(keychain, &state.unlocked) { return result }
        state.keychain = nil
      } catch {
        // What the database itself reports may have gone with its cause; the next request opens
        // anew.
        if error.isFromDatabase, location != .memory { state.keychain = nil }
        throw error
      }
    }
    throw KeychainEngineError(
      .notAvailable, "the keychain's files keep being replaced; try again")
  }

  /// Has a thread look after an unlocked keychain, one a process.
  private func watchLock(_ state: inout State) {
    guard state.unlocked.isUnlocked, state.watchingProcessID != getpid() else { return }
    if LockWatch.start(for: self) { state.watchingProcessID = getpid() }
  }
}

extension KeychainEngineError {
  /// Whether the database failed, and not what was asked of it.
  fileprivate var isFromDatabase: Bool { underlying != nil && status != .duplicateItem }
}

extension Response {
  init(_ error: KeychainEngineError) {
    self.init(failure: error.status, reason: error.reason)
  }
}

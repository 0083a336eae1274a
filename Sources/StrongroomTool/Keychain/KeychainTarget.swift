// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainClient
internal import KeychainEngine
internal import KeychainRequests

/// The keychain whose keys a command works on.
struct KeychainTarget {
  static let about = """
    KEYCHAIN is the path of a folder, with a slash in it; the user's own when left out.
    """

  /// What an answer calls it.
  let path: String
  let engine: KeychainEngine
  private let connection: KeychainConnection

  /// Finds the keychain.
  ///
  /// - Parameters:
  ///   - name: what the person called it; nil for the user's own.
  ///   - console: where it is said, once, that secrets may be written to swap.
  /// - Throws: ``Failure`` when there is none of that name, or none whose keys can be changed.
  init(_ name: Word?, _ console: Console) throws(Failure) {
    let selection: KeychainSelection
    switch name.map({ NamedKeychain($0.shown) }) ?? .usersOwn {
    case .usersOwn: selection = KeychainSelection(.process)
    case .folder(let location): selection = .embedded(location)
    case .missing(let reason): throw Failure(KeychainEngineError(.noSuchKeychain, reason))
    }
    path = selection.path
    connection = KeychainConnection(selection, caller: Caller.userCommand("strongroom"))
    do throws(KeychainEngineError) { engine = try connection.keys() } catch {
      throw Failure(error)
    }
    if let advice = MemorySecrecy.swapAdvice { console.hint(advice) }
  }

  /// Whether the keychain is locked.
  ///
  /// - Throws: ``Failure`` also when there is no keychain.
  func state() throws(Failure) -> LockState {
    let state = try attempt { (engine) throws(KeychainEngineError) in try engine.lockState() }
    guard state != .missing else {
      throw Failure(
        KeychainEngineError(
          .noSuchKeychain, "there is no keychain in \(path) yet; the first item makes one"))
    }
    return state
  }

  func slots() throws(Failure) -> [SlotDescription] {
    try attempt { (engine) throws(KeychainEngineError) in try engine.slots() }
  }

  /// How many items go with the last passphrase; nil while that cannot be seen.
  var passcodeItemCount: Int? { connection.passcodeItemCount() }

  func attempt<R>(
    _ body: (KeychainEngine) throws(KeychainEngineError) -> R
  ) throws(Failure) -> R {
    do throws(KeychainEngineError) { return try body(engine) } catch { throw Failure(error) }
  }

  /// Replaces all keys, with a bar at a terminal.
  func rotate(
    to waysIn: [RotationPlan.WayIn], device: RotationPlan.Device = .same,
    authorizedBy authorization: Credential?
  ) throws(Failure) {
    let bar = RotationBar()
    defer { bar.end() }
    try attempt { (engine) throws(KeychainEngineError) in
      try engine.rotate(RotationPlan(waysIn: waysIn, device: device), authorizedBy: authorization) {
        bar.show($0, of: $1)
      }
    }
  }
}

extension Failure {
  /// What the keychain's engine says.
  init(_ error: KeychainEngineError) {
    let (code, name) = Self.meaning(of: error.status)
    self.init(code, error.reason, name: name)
  }

  private static func meaning(of status: Status) -> (Int32, String) {
    switch status {
    case .authFailed: (ExitCode.noPermission, "authFailed")
    case .interactionNotAllowed: (ExitCode.noPermission, "locked")
    case .noSuchKeychain: (ExitCode.noInput, "noSuchKeychain")
    case .param: (ExitCode.dataError, "invalid")
    case .decode, .wrongVersion, .invalidKeychain: (ExitCode.dataError, "damaged")
    case .notAvailable: (ExitCode.unavailable, "unavailable")
    case .unimplemented: (ExitCode.unavailable, "unsupported")
    case .diskFull: (ExitCode.inputOutput, "diskFull")
    case .io: (ExitCode.inputOutput, "inputOutput")
    default: (ExitCode.software, "other")
    }
  }

  /// Nobody gave a secret.
  init(_ error: CommandLineError) {
    self.init(
      error.isAboutUsage ? ExitCode.usage : ExitCode.dataError, error.reason, name: "noSecret")
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainClient
internal import KeychainEngine
internal import KeychainRequests

/// What the commands of one run share: the console, and the keychains that are open.
final class Session {
  let console = Console(program: "security")
  var isVerbose = false
  /// Whether more commands follow in this process, so that what one unlocks the next finds so.
  var isInteractive = false

  private var hasSpokenOfSwap = false

  private var open: [String: Keychain] = [:]

  /// The keychains that `names` name, the user's own when there are none, kept to one access group
  /// if there is one.
  ///
  /// - Throws: ``Failure`` when one of them does not exist.
  func keychains(_ names: [Word], group: Word?) throws(Failure) -> [Keychain] {
    let caller = Caller.userCommand("security", group: try group.map(Self.groupName))
    var keychains: [Keychain] = []
    for name in names.isEmpty ? [nil] : names.map(Optional.some) {
      keychains.append(try keychain(name?.shown).acting(as: caller))
    }
    return keychains
  }

  private func keychain(_ name: String?) throws(Failure) -> Keychain {
    if let keychain = open[name ?? ""] { return keychain }
    if !hasSpokenOfSwap, let advice = MemorySecrecy.swapAdvice {
      hasSpokenOfSwap = true
      console.hint(advice)
    }
    let selection: KeychainSelection
    switch name.map({ NamedKeychain($0) }) ?? .usersOwn {
    case .usersOwn: selection = KeychainSelection(.process)
    case .folder(let location): selection = .embedded(location)
    case .missing(let reason):
      let hint =
        name?.hasPrefix("-") == true
        ? "options come before the keychain, and \(name ?? "") is read as the name of one" : nil
      throw Failure(
        "SecKeychainOpen \(name ?? "")",
        Response(failure: .noSuchKeychain, reason: reason), hint: hint)
    }
    let keychain = Keychain(
      argument: name, path: selection.path,
      connection: KeychainConnection(selection, caller: Caller.userCommand("security")))
    open[name ?? ""] = keychain
    return keychain
  }

  private static func groupName(_ word: Word) throws(Failure) -> String {
    guard let name = word.text, !name.isEmpty else {
      throw Failure(CommandLineError(.invalidValue, "--group takes the name of an access group"))
    }
    return name
  }
}

/// A keychain that a command works on.
struct Keychain {
  /// What the person called it; nil for the user's own.
  let argument: String?
  /// What a listing calls it.
  let path: String
  private let connection: KeychainConnection

  init(argument: String?, path: String, connection: KeychainConnection) {
    self.argument = argument
    self.path = path
    self.connection = connection
  }

  func acting(as caller: Caller) -> Keychain {
    Keychain(argument: argument, path: path, connection: connection.acting(as: caller))
  }

  func execute(_ request: Request) -> Response { connection.execute(request) }

  /// How many items go with the last password; nil while that cannot be seen.
  var passcodeItemCount: Int? { connection.passcodeItemCount() }

  /// Has `body` work on the keychain itself, in the place of its items.
  ///
  /// - Parameter function: what macOS puts in front of a message.
  func withKeys<R>(
    _ function: String, _ body: (KeychainEngine) throws(KeychainEngineError) -> R
  ) throws(Failure) -> R {
    do throws(KeychainEngineError) {
      return try body(try connection.keys())
    } catch {
      throw Failure(function, Response(failure: error.status, reason: error.reason))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// The commands by name.
///
/// As on macOS, the start of a name is enough, and the first command that begins with it is meant.
enum CommandTable {
  private static let commands: [any (Command & SendableMetatype).Type] = [
    Help.self, LockKeychain.self, UnlockKeychain.self, SetKeychainSettings.self,
    SetKeychainPassword.self, ShowKeychainInfo.self, AddGenericPassword.self,
    FindGenericPassword.self,
    DeleteGenericPassword.self, DescribeError.self,
  ]

  /// The names of macOS's commands in its order, which decides what a shortened name means.
  ///
  /// Commands that are not here yet are among them, so that no shortened name runs something else
  /// meanwhile.
  private static let names = [
    "help", "list-keychains", "list-smartcards", "default-keychain", "login-keychain",
    "create-keychain",
    "delete-keychain", "lock-keychain", "unlock-keychain", "set-keychain-settings",
    "set-keychain-password",
    "show-keychain-info", "dump-keychain", "create-keypair", "add-generic-password",
    "add-internet-password",
    "add-certificates", "find-generic-password", "delete-generic-password",
    "set-generic-password-partition-list", "find-internet-password", "delete-internet-password",
    "set-internet-password-partition-list", "find-key", "set-key-partition-list",
    "find-certificate",
    "find-identity", "delete-certificate", "delete-identity", "set-identity-preference",
    "get-identity-preference", "create-db", "export", "import", "export-smartcard", "cms",
    "install-mds",
    "add-trusted-cert", "remove-trusted-cert", "dump-trust-settings", "user-trust-settings-enable",
    "trust-settings-export", "trust-settings-import", "verify-cert", "authorize", "authorizationdb",
    "execute-with-privileges", "leaks", "smartcards", "error", "item",
  ]

  /// The command that `typed` names or begins; nil when there is none, here or on macOS.
  static func find(_ typed: String) -> (name: String, command: (any Command.Type)?)? {
    names.first { $0.hasPrefix(typed) }.map { name in (name, commands.first { $0.name == name }) }
  }

  /// Prints a line a command.
  static func list(to sink: some ByteSink) {
    for command in commands {
      let padding = String(repeating: " ", count: max(0, 24 - command.name.count))
      sink.write("    \(command.name)\(padding) \(command.summary)\n")
    }
  }

  /// Runs the command that the first of `words` names with the others, says what goes wrong, and
  /// returns the result.
  static func run(_ words: [Word], _ session: Session) -> Int32 {
    guard let typed = words.first?.shown else { return 0 }
    let console = session.console
    guard let (name, command) = find(typed) else {
      console.say("unknown command \"\(typed)\"")
      let near = Suggestion.nearest(to: typed, among: names)
      console.hint(near.map { "did you mean \($0)?" } ?? "security help lists the commands")
      return 1
    }
    guard let command else {
      console.say("\(name): this version of security does not have this command of macOS")
      console.hint("security help lists the commands that it has")
      return 1
    }
    let rest = Array(words.dropFirst())
    if session.isVerbose {
      let shown = command.shown(rest) ?? ["…"]
      console.print(([name] + shown.map { "\"\($0)\"" }).joined(separator: " ") + "\n")
    }
    return run(command, rest, session)
  }

  private static func run(_ command: any Command.Type, _ words: [Word], _ session: Session) -> Int32
  {
    do throws(Failure) {
      let parsed: any Command
      do throws(CommandLineError) { parsed = try command.init(words) } catch {
        throw Failure(error)
      }
      return try parsed.run(session)
    } catch {
      // The answer so far comes before what went wrong after it.
      try? session.console.output.flush()
      if let message = error.message { session.console.say(message) }
      if error.result == Failure.usage {
        session.console.print(
          "Usage: \(command.name) \(command.usage)\n        \(command.summary)\n")
      }
      if let hint = error.hint { session.console.hint(hint) }
      return error.result
    }
  }
}

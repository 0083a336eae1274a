// SPDX-License-Identifier: Apache-2.0

/// Which pinentry is run.
struct PinentryProgram {
  /// The value of `STRONGROOM_PINENTRY` that means: none at all.
  static let none = "none"
  private static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
  /// What the system's administrator has chosen comes first, then those that show a window.
  private static let windowed = ["pinentry", "pinentry-gnome3", "pinentry-qt", "pinentry-gtk-2"]
  private static let plain = ["pinentry", "pinentry-curses", "pinentry-tty"]

  let path: String
  /// Whether somebody chose it for us, so that no other way is tried when it fails.
  let isChosen: Bool

  /// Finds it.
  ///
  /// - Throws: ``PromptFailure`` with `nobodyToAsk` when there is none.
  init(_ environment: PromptEnvironment) throws(PromptFailure) {
    if environment.isSecureExecution {
      throw PromptFailure(.nobodyToAsk, "it starts no pinentry either")
    }
    if let named = environment[PromptEnvironment.pinentry] {
      if named == Self.none {
        throw PromptFailure(.nobodyToAsk, "\(PromptEnvironment.pinentry) forbids a pinentry")
      }
      path = try ProgramPath.checked(named, namedBy: PromptEnvironment.pinentry)
      isChosen = true
      return
    }
    let names = environment.hasDisplay ? Self.windowed + Self.plain.dropFirst() : Self.plain
    let found = names.lazy.flatMap { name in Self.folders.lazy.map { "\($0)/\(name)" } }
      .first(where: ProgramPath.isExecutable)
    guard let found else {
      throw PromptFailure(.nobodyToAsk, "no pinentry is installed")
    }
    path = found
    isChosen = false
  }
}

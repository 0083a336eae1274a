// SPDX-License-Identifier: Apache-2.0

/// What somebody typed behind `strongroom swift`.
package struct Invocation: Equatable, Sendable {
  package enum Verb: String, CaseIterable, Sendable {
    case build, test, run
    /// Only says what no module can cure.
    case check
  }

  package private(set) var offersLocalAuthentication = false
  package private(set) var bundleIdentifier: String?
  package private(set) var wantsHelp = false
  package let verb: Verb
  /// What goes to Swift as it is.
  package private(set) var words: [String] = []

  /// Reads the words: our options, a verb, and Swift's words.
  ///
  /// - Throws: ``DropInError`` with `usage`.
  package init(_ words: [String]) throws(DropInError) {
    var rest = words[...]
    while let word = rest.first, word.hasPrefix("-") {
      rest.removeFirst()
      switch word {
      case "-h", "--help": wantsHelp = true
      case "--local-authentication": offersLocalAuthentication = true
      case "--bundle-identifier":
        guard let value = rest.popFirst(), Self.isBundleIdentifier(value) else {
          throw DropInError(
            .usage,
            "--bundle-identifier takes letters, digits, dots and hyphens, as org.example.App"
          )
        }
        bundleIdentifier = value
      default:
        throw DropInError(
          .usage, "illegal option -- \(word)", hint: "options for Swift stand behind the verb")
      }
    }
    let typed = rest.popFirst()
    guard let verb = typed.map({ Verb(rawValue: $0) }) ?? (wantsHelp ? .check : nil) else {
      let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
      throw DropInError(
        .usage,
        typed.map { "unknown verb \"\($0)\"; it is one of \(verbs)" } ?? "say one of \(verbs)")
    }
    self.verb = verb
    self.words = Array(rest)
    if verb == .check, !wantsHelp, let word = rest.first {
      throw DropInError(.usage, "check takes no words; \"\(word)\" is one too many")
    }
  }

  private static func isBundleIdentifier(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
      }
  }

  /// Swift's options that decide where it builds, with their values.
  package var placeOptions: [String] {
    let names = [
      "--package-path", "--scratch-path", "--build-path", "--configuration", "-c", "--triple",
      "--swift-sdk", "--arch",
    ]
    var found: [String] = []
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      if names.contains(word), let value = rest.popFirst() {
        found += [word, value]
      } else if names.contains(where: { word.hasPrefix($0 + "=") }) {
        found.append(word)
      }
    }
    return found
  }

  /// The folder in which Swift looks for the package; nil for the one we are in.
  package var packagePath: String? {
    let options = placeOptions
    if let index = options.lastIndex(of: "--package-path") { return options[index + 1] }
    return options.last { $0.hasPrefix("--package-path=") }.map { String($0.dropFirst(15)) }
  }
}

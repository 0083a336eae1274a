// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainClient

/// Where a command gets what opens a keychain, by the options that say it.
struct SecretOptions {
  private static let fromInput = Option("passphrase-stdin")
  private static let credentials = Option("credentials-folder", .required)
  private static let by = Option("by", .required)

  /// For commands that ask for all ways in.
  static let all = [fromInput, credentials]
  /// For commands that ask for one of them.
  static let allOfOne = all + [by]

  static let usage = """
        --passphrase-stdin      Read passphrases and recovery codes from standard input, one a
                                line in the order in which they are asked for, each once
        --credentials-folder DIR
                                Where credentials of systemd are, outside of their unit
    """
  static let usageOfOne = """
        --by KIND               Which way in to ask for: \(WayInKind.words)
    \(usage)
    """

  let source: PassphraseAsker.Source
  let credentialsFolder: String?
  let kind: WayInKind?

  init(_ arguments: Arguments) throws(CommandLineError) {
    source = arguments.has(Self.fromInput) ? .lines : .person
    if let word = arguments.value(of: Self.credentials) {
      guard let path = word.text, path.hasPrefix("/") else {
        throw CommandLineError(
          .illegalOption, "\(Self.credentials.typed) takes the absolute path of a folder")
      }
      credentialsFolder = path
    } else {
      credentialsFolder = Environment.process.credentialsFolder
    }
    if let word = arguments.value(of: Self.by) { kind = try WayInKind(word) } else { kind = nil }
  }

  func asker(_ console: Console) -> PassphraseAsker {
    PassphraseAsker(console, source, linesOption: Self.fromInput.typed)
  }
}

extension Command {
  /// The operands behind the first `count`, of which one keychain may be there.
  static func keychain(
    _ arguments: Arguments, after count: Int = 0
  ) throws(CommandLineError) -> Word? {
    let operands = arguments.operands.dropFirst(count)
    guard operands.count <= 1, operands.first?.isEmpty != true else {
      throw CommandLineError(
        .missingOption,
        "one KEYCHAIN at a time; \"\(operands.last?.shown ?? "")\" is one too many")
    }
    return operands.first
  }
}

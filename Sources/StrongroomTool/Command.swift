// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// One command of the program: made from its words, then run.
protocol Command {
  static var name: String { get }
  /// What it takes, beside `-h` and `--json`.
  static var options: [Option] { get }
  /// The operands and options, as the usage shows them.
  static var usage: String { get }
  /// What it does, in one line.
  static var summary: String { get }

  /// - Throws: ``CommandLineError``; see ``CommandLineError/isAboutUsage``.
  init(_ arguments: Arguments) throws(CommandLineError)

  /// Does the work and returns 0, or what else to exit with.
  func run(_ answer: Answer) throws(Failure) -> Int32
}

extension Command {
  /// The one operand that every command takes.
  ///
  /// - Throws: ``CommandLineError`` with `missingOption`.
  static func file(_ arguments: Arguments) throws(CommandLineError) -> String {
    guard arguments.operands.count == 1, let path = arguments.operands[0].text, !path.isEmpty
    else {
      throw CommandLineError(
        .missingOption,
        arguments.operands.count > 1
          ? "one FILE at a time; \"\(arguments.operands[1].shown)\" is one too many"
          : "name the FILE to work on")
    }
    return path
  }
}

/// Where a command writes a new file, by the options that say it.
struct Target {
  static let to = Option("to", .required)
  static let replace = Option("replace")

  let path: String
  let existing: EncryptedDatabase.ExistingTarget

  /// - Throws: ``CommandLineError`` with `missingOption`.
  init(_ arguments: Arguments, option: Option = Self.to) throws(CommandLineError) {
    guard let path = arguments.value(of: option)?.text, !path.isEmpty else {
      throw CommandLineError(.missingOption, "say where to write with \(option.typed) FILE")
    }
    self.path = path
    existing = arguments.has(Self.replace) ? .replace : .refuse
  }
}

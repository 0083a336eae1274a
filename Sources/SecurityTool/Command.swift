// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// One command of the program: made from its words, then run.
protocol Command {
  static var name: String { get }
  /// What it takes, beside `-h`.
  static var options: [Option] { get }
  /// The operands and options, as the usage shows them.
  static var usage: String { get }
  /// What it does, in one line.
  static var summary: String { get }

  /// - Throws: ``CommandLineError``; see ``CommandLineError/isAboutUsage``.
  init(_ words: [Word]) throws(CommandLineError)

  /// Does the work and returns 0, or what else it is to result in.
  func run(_ session: Session) throws(Failure) -> Int32
}

extension Command {
  private static var help: [Option] { [Option("h"), Option("help")] }

  /// Tells options and operands apart.
  ///
  /// - Throws: ``CommandLineError``, also when it is the usage that is asked for.
  static func parse(_ words: [Word]) throws(CommandLineError) -> Arguments {
    let arguments = try Arguments(words, options: options + help)
    if help.contains(where: arguments.has) {
      throw CommandLineError(.helpWanted, "the usage was asked for")
    }
    return arguments
  }

  /// The words without what is secret among them; nil when they cannot be read.
  static func shown(_ words: [Word]) -> [String]? {
    options.isEmpty ? words.map(\.shown) : (try? Arguments(words, options: options + help))?.shown
  }
}

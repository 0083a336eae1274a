// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainRequests

/// `error`: what result codes mean.
struct DescribeError: Command {
  static let name = "error"
  /// None, for a number may begin with a hyphen.
  static let options: [Option] = []
  static let usage = """
    code ...
    A code is a number, decimal, hexadecimal (0x2d) or octal (055).
    On Linux it can be a name too, such as errSecItemNotFound.
    The command exits with 1, as on macOS.
    """
  static let summary = "Explain result codes."

  private let codes: [Word]

  init(_ words: [Word]) throws(CommandLineError) {
    guard let first = words.first else {
      throw CommandLineError(.missingOption, "error: name a code, such as -25300")
    }
    if ["-h", "--help"].contains(first.text) {
      throw CommandLineError(.helpWanted, "the usage was asked for")
    }
    codes = words
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    for code in codes {
      guard
        let status = CInteger.parse(code.shown).map(Status.init(rawValue:))
          ?? Status(name: code.shown)
      else {
        session.console.say("error: \"\(code.shown)\" is neither a number nor the name of a code")
        continue
      }
      let number = status.rawValue
      session.console.output.write(
        "Error: \(CInteger.hexadecimal(number)) \(number) \(status.message)\n")
    }
    return 1
  }
}

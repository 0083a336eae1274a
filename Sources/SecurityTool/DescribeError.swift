// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainRequests

/// `error`: what result codes mean.
struct DescribeError: Command {
  static let name = "error"
  /// None, for a number may begin with a hyphen.
  static let options: [Option] = []
  static let usage = """
    <error code(s)...>
    Codes are decimal, hexadecimal (0x1234) or octal (0123).
    On Linux a code's name is taken as well, such as errSecItemNotFound.
    As on macOS, the result is 1.
    """
  static let summary = "Display a descriptive message for the given error code(s)."

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

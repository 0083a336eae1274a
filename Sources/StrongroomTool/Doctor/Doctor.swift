// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import Glibc
internal import KeychainClient

/// The command `strongroom doctor`, which looks at the user's keychain and says what to do.
enum Doctor {
  static let name = "doctor"
  static let usage = """
    Usage: strongroom doctor [--program EXECUTABLE] [--json]
    Looks at the keychain from its folder down to every item, and changes nothing. Names of items and
    secrets are not shown. Exits with 1 when there is something to do, and says what.
        --program EXECUTABLE    also says who the keychain takes that program for, and why

    """

  private static let program = Option("program", .required)

  /// - Parameters:
  ///   - words: the command line behind the name.
  ///   - console: where the report goes.
  ///   - inherited: the limit on core files that other programs have here.
  static func run(
    _ words: [Word], _ console: Console, _ inherited: CoreFileLimit
  ) throws(Failure) -> Int32 {
    let arguments: Arguments
    do throws(CommandLineError) {
      arguments = try Arguments(
        words, options: [program, Option("json"), Option("h"), Option("help")], isMixed: true)
    } catch {
      throw failure(error.reason)
    }
    if arguments.has(Option("h")) || arguments.has(Option("help")) {
      console.output.write(usage)
      return 0
    }
    guard arguments.operands.isEmpty else {
      throw failure(
        "it takes no operand; \"\(arguments.operands[0].shown)\" may be meant for --program")
    }
    var report = DoctorReport(.process, inherited)
    if let word = arguments.value(of: program) {
      report.add(try ProgramView(word.shown, .process))
    }
    Answer(console, isJSON: arguments.has(Option("json"))).give(report.text, report.fields)
    return report.problems.isEmpty ? 0 : 1
  }

  private static func failure(_ reason: String) -> Failure {
    Failure(
      ExitCode.usage, "doctor: \(reason)", usage: "doctor [--program EXECUTABLE] [--json]")
  }
}

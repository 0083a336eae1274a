// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// The program: its own options, then one command, or many in interactive mode.
enum Tool {
  private static let showHelp = Option("h")
  private static let isInteractive = Option("i")
  private static let reportLeaks = Option("l")
  private static let prompt = Option("p", .required)
  private static let isQuiet = Option("q")
  private static let isVerbose = Option("v")

  /// Runs what `words` say and returns the code to exit with: the low eight bits of the last
  /// command's result.
  static func run(_ words: [Word]) -> Int32 {
    let session = Session()
    let result = run(words, session)
    do throws(CommandLineError) {
      try session.console.output.flush()
    } catch {
      session.console.say(error.reason)
      return code(of: Failure(error).result)
    }
    return code(of: result)
  }

  private static func code(of result: Int32) -> Int32 { Int32(UInt8(truncatingIfNeeded: result)) }

  private static func run(_ words: [Word], _ session: Session) -> Int32 {
    let arguments: Arguments
    do throws(CommandLineError) {
      arguments = try Arguments(
        words, options: [showHelp, isInteractive, reportLeaks, prompt, isQuiet, isVerbose])
    } catch {
      session.console.say(error.reason)
      return usage(session)
    }
    session.console.isQuiet = arguments.has(isQuiet)
    session.isVerbose = arguments.has(isVerbose)
    if arguments.has(showHelp) { return CommandTable.run(["help"] + arguments.operands, session) }
    if !arguments.operands.isEmpty { return CommandTable.run(arguments.operands, session) }
    if arguments.has(isInteractive) || arguments.has(prompt) {
      return interact(prompt: arguments.value(of: prompt) ?? "security> ", session)
    }
    return usage(session)
  }

  /// Runs the commands on standard input, one a line, until it ends.
  private static func interact(prompt: Word, _ session: Session) -> Int32 {
    session.isInteractive = true
    let console = session.console
    let isTerminal = console.input.isTerminal
    var result: Int32 = 0
    while true {
      if isTerminal { console.print(prompt.shown) }
      do throws(CommandLineError) {
        guard let line = try console.input.next() else { return result }
        let words = LineSplitting.words(of: line)
        result = CommandTable.run(words, session)
        try console.output.flush()
        if result != 0, !console.isQuiet {
          console.print("\(words[0].shown): returned \(result)\n")
        }
      } catch {
        console.say(error.reason)
        return Failure(error).result
      }
    }
  }

  private static func usage(_ session: Session) -> Int32 {
    session.console.output.write(
      """
      Usage: security [-h] [-i] [-l] [-p prompt] [-q] [-v] [command] [option ...]
          -h  List the commands, or show how to use those that are named
          -i  Read commands from standard input, one a line
          -p  As -i, with this prompt at a terminal
          -q  Say less: no hints, and no results between commands
          -v  Show each command before it is run, without its secrets
          -l  Taken for the sake of scripts, and without effect
      The commands are:

      """)
    CommandTable.list(to: session.console.output)
    return 2
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import DropIn

/// The commands `strongroom swift …`, which build somebody's package against our modules.
enum SwiftPackages {
  static let usage = """
    Usage: strongroom swift [option ...] build|test|run [word for Swift ...]
           strongroom swift [option ...] check
    Builds, tests or runs a package that was written for Apple's Keychain, with no file touched: every
    file sees Security, and the programs have a bundle identifier. check only lists what has to be
    edited all the same; the others do so when Swift fails.
        --local-authentication      offers LocalAuthentication, too
        --bundle-identifier ID      else local. and the name of the package
    Tests get a keychain in memory, unless STRONGROOM_KEYCHAIN says another one.

    """

  /// The most places of one kind that are listed.
  private static let longestList = 5

  static func run(_ words: [Word], _ console: Console) throws(Failure) -> Int32 {
    do throws(DropInError) {
      let texts = words.map { $0.text ?? $0.shown }
      let invocation = try Invocation(texts)
      if invocation.wantsHelp {
        console.output.write(usage)
        return 0
      }
      let build = try PackageBuild(invocation, .process)
      if invocation.verb == .check {
        list(build.notes) { console.output.write($0) }
        return 0
      }
      let exitCode = try build.run()
      if exitCode != 0 {
        let notes = build.notes
        if !notes.isEmpty { console.say("what no module can cure, and what to write there:") }
        list(notes) { console.print($0) }
      }
      return exitCode
    } catch {
      throw Failure(error)
    }
  }

  private static func list(_ notes: [PortingNote], to write: (String) -> Void) {
    var counts: [String: Int] = [:]
    for note in notes {
      counts[note.advice, default: 0] += 1
      if counts[note.advice, default: 0] <= longestList { write("\(note)\n") }
    }
    let hidden = notes.count - counts.values.reduce(0) { $0 + min($1, longestList) }
    if hidden > 0 { write("and \(hidden) more like them\n") }
  }
}

extension Failure {
  fileprivate init(_ error: DropInError) {
    let code =
      switch error.code {
      case .usage: ExitCode.usage
      case .noPackage: ExitCode.noInput
      case .noSwift, .noModules: ExitCode.unavailable
      case .programFailed: ExitCode.dataError
      case .inputOutput: ExitCode.inputOutput
      }
    self.init(
      code, "swift: \(error.reason)", hint: error.hint,
      usage: error.code == .usage ? "swift [option ...] build|test|run|check [word ...]" : nil)
  }
}

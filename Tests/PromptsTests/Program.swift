// SPDX-License-Identifier: Apache-2.0

import Glibc
import Prompts
import Secrets
import TestFolders

/// A small program that a test writes, in a folder of its own.
final class Program: Sendable {
  let folder = TemporaryFolder()
  let path: String

  /// Writes a program for the shell; `$FOLDER` in it is its folder.
  init(_ body: String) {
    path = folder.file("program")
    FileBytes.write(Array("#!/bin/sh\nFOLDER='\(folder.path)'\n\(body)\n".utf8), to: path)
    unsafe chmod(path, 0o700)
  }

  /// A pinentry that answers OK to everything, writes what it is told into a file, and does `body`
  /// when it is to ask.
  static func pinentry(
    greeting: String = "echo 'OK ready'", others: String = "", _ body: String
  ) -> Program {
    Program(
      """
      \(greeting)
      while read -r line; do
        printf '%s\\n' "$line" >>"$FOLDER/told"
        case "$line" in
          GETPIN) \(body) ;;
          \(others)
          BYE) echo OK; exit 0 ;;
          *) echo OK ;;
        esac
      done
      """)
  }

  /// The lines of a file that it has written.
  func lines(_ name: String) -> [String] {
    let text = String(decoding: FileBytes.read(folder.file(name)) ?? [], as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// An environment that names it in `variable`.
  func environment(
    _ variable: String, adding more: [String: String] = [:], isSecureExecution: Bool = false
  ) -> PromptEnvironment {
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return PromptEnvironment(
      ["PATH": path, variable: self.path].merging(more) { $1 },
      isSecureExecution: isSecureExecution)
  }

  var askpass: Kept<AskpassPrompt> {
    Kept(program: self, prompt: AskpassPrompt(environment("STRONGROOM_ASKPASS")))
  }

  /// On a display that nobody looks at.
  var pinentry: Kept<PinentryPrompt> {
    Kept(
      program: self,
      prompt: PinentryPrompt(environment("STRONGROOM_PINENTRY", adding: ["DISPLAY": ":99"])))
  }

  /// A prompt with the program that it runs, which would go otherwise.
  struct Kept<Prompt: PassphrasePrompt>: PassphrasePrompt {
    let program: Program
    let prompt: Prompt

    func check() throws(PromptFailure) { try prompt.check() }

    func ask(_ question: PassphraseQuestion) throws(PromptFailure) -> SecretBytes {
      try prompt.ask(question)
    }
  }

  /// The processes of which it has written the numbers, as far as they go on running.
  ///
  /// A signal needs a moment to reach a process.
  func running(_ name: String) -> [Int32] {
    let end = ContinuousClock.now + .seconds(5)
    var running = lines(name).compactMap(Int32.init)
    repeat {
      running.removeAll { !Self.runs($0) }
    } while !running.isEmpty && ContinuousClock.now < end
    return running
  }

  /// One that has ended stays a zombie until whoever is its parent by then looks.
  private static func runs(_ processID: Int32) -> Bool {
    let status = String(decoding: FileBytes.read("/proc/\(processID)/stat") ?? [], as: UTF8.self)
    guard let end = status.lastIndex(of: ")") else { return false }
    return !["Z", "X"].contains(status[end...].dropFirst(2).first)
  }
}

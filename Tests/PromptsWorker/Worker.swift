// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainRequests
import Prompts
import Secrets

/// Asks as its arguments say, and writes to standard output what came of it.
///
///     PromptsWorker WAY [new] [check] [limit=MILLISECONDS] [survive] [times=COUNT]
///
/// WAY is chain, askpass, pinentry or terminal. SIGUSR1 withdraws the question, SIGUSR2 ends the
/// process from another thread. `survive` lets it outlive Ctrl-C; `times` asks so often, and then
/// counts the files that are open, and the children.
@main
enum Worker {
  private static let withdrawal = Withdrawal()

  static func main() {
    if has("survive") { signal(SIGINT) { _ in } }
    listen()
    guard let times = number("times") else { return ask() }
    ask()
    let before = openFiles()
    for _ in 1..<times { ask() }
    var status: CInt = 0
    let isChildless = unsafe waitpid(-1, &status, WNOHANG) == -1 && errno == ECHILD
    say("files \(openFiles() - before), children \(isChildless ? "none" : "left")")
  }

  private static func ask() {
    let prompt: any PassphrasePrompt =
      switch CommandLine.arguments.dropFirst().first {
      case "askpass": AskpassPrompt()
      case "pinentry": PinentryPrompt()
      case "terminal": TerminalPrompt()
      default: PromptChain.standard()
      }
    do throws(PromptFailure) {
      if has("check") {
        try prompt.check()
        say("can ask")
        return
      }
      let question = PassphraseQuestion(
        subject: "the keychain", reason: "unlock it", isNew: has("new"),
        timeLimit: .milliseconds(number("limit") ?? 30_000), withdrawal: withdrawal)
      let answer = try prompt.ask(question)
      say("answer " + hexadecimal(answer))
    } catch {
      say("\(error.code)")
    }
  }

  private static func listen() {
    var awaited = signals
    unsafe pthread_sigmask(SIG_BLOCK, &awaited, nil)
    var thread = pthread_t()
    unsafe pthread_create(
      &thread, nil,
      { _ in
        var awaited = Worker.signals
        var signal: CInt = 0
        unsafe sigwait(&awaited, &signal)
        if signal == SIGUSR2 { exit(7) }
        Worker.withdrawal.withdraw()
        return nil
      }, nil)
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGUSR1)
    unsafe sigaddset(&signals, SIGUSR2)
    return signals
  }

  private static func number(_ name: String) -> Int? {
    CommandLine.arguments.lazy.compactMap { word in
      word.hasPrefix(name + "=") ? Int(word.dropFirst(name.count + 1)) : nil
    }.first
  }

  private static func has(_ word: String) -> Bool { CommandLine.arguments.contains(word) }

  private static func hexadecimal(_ secret: borrowing SecretBytes) -> String {
    secret.withBytes { bytes in
      (0..<bytes.byteCount).map { offset in
        let digits = String(bytes.byte(at: offset), radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    }
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func openFiles() -> Int { (0..<64).count { fcntl($0, F_GETFD) >= 0 } }
}

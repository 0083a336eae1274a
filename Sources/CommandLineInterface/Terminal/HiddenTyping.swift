// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import Prompts

/// Reads what somebody types at a terminal without showing it.
///
/// Whatever ends the reading, a signal included, the terminal shows again what is typed before it
/// takes effect.
struct HiddenTyping: ~Copyable {
  private let input: InputLines
  private let terminal: Output
  private let opened: CInt?

  init(input: InputLines) {
    self.input = input
    // Standard error may be a file, where nobody would see the question.
    let descriptor = unsafe open("/dev/tty", O_WRONLY | O_CLOEXEC)
    opened = descriptor >= 0 ? descriptor : nil
    terminal = Output(descriptor: descriptor >= 0 ? descriptor : STDERR_FILENO)
  }

  deinit { if let opened { close(opened) } }

  /// Asks `question` and returns the line that is typed; nil when the person ends the input
  /// instead.
  ///
  /// Stopping the program with Ctrl-Z and continuing it asks again.
  ///
  /// - Throws: ``CommandLineError`` with `noSecret` when the terminal does not do as it is told,
  ///   and what reading a line throws.
  func ask(_ question: String) throws(CommandLineError) -> SharedSecret? {
    while true {
      let watch = try Self.watch()
      let line: Result<SharedSecret?, CommandLineError>
      do throws(CommandLineError) {
        let typed = try HiddenEcho.during(on: input.descriptor) { () throws(CommandLineError) in
          try typedLine(question, watch)
        }
        line = typed.map { .success($0) } ?? .failure(Self.noTerminal)
      } catch {
        line = .failure(error)
      }
      guard let signal = watch.end() else { return try line.get() }
      SignalWatch.deliver(signal)
      if signal != SIGTSTP { return try line.get() }
    }
  }

  private static func watch() throws(CommandLineError) -> SignalWatch {
    do throws(PromptFailure) { return try SignalWatch() } catch { throw noTerminal }
  }

  private func typedLine(
    _ question: String, _ watch: borrowing SignalWatch
  ) throws(CommandLineError) -> SharedSecret? {
    terminal.write(question)
    try terminal.flush()
    defer {
      terminal.write("\n")
      try? terminal.flush()
    }
    return try input.next { () throws(CommandLineError) in
      guard watch.waitForInput(on: input.descriptor) else {
        throw CommandLineError(.noSecret, "the question for a password was interrupted")
      }
    }
  }

  /// Shows a line at the terminal.
  func say(_ line: String) throws(CommandLineError) {
    terminal.write(line + "\n")
    try terminal.flush()
  }

  private static let noTerminal = CommandLineError(
    .noSecret,
    "the terminal cannot be told to hide what is typed; pass the password on standard input")
}

// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// A pinentry that runs, and the talk with it.
struct PinentrySession: ~Copyable {
  private var program: AskingProgram
  private var reader = SecretReader()
  private var answers = AssuanReader()
  private let open: OpenQuestion

  init(
    _ path: String, _ environment: PromptEnvironment, _ open: OpenQuestion
  ) throws(PromptFailure) {
    program = try AskingProgram(path, environment: environment, takesCommands: true)
    self.open = open
  }

  /// An answer, and whether the pinentry had it given twice.
  struct Answer: ~Copyable {
    let bytes: SecretBytes
    let isRepeated: Bool
  }

  /// Takes the words that every pinentry begins with.
  mutating func greet() throws(PromptFailure) {
    if case .error(let code) = try ending() { throw Self.failure(code) }
  }

  /// Sends a command that only says something; a pinentry that does not know it refuses it, and
  /// can be asked all the same.
  mutating func tell(_ command: String, _ argument: String) throws(PromptFailure) {
    try program.send(AssuanCoding.line(command, argument), open)
    _ = try ending()
    _ = try? answers.takeData()
  }

  /// Has the person asked.
  mutating func passphrase() throws(PromptFailure) -> Answer {
    try program.send(AssuanCoding.line("GETPIN"), open)
    let ending = try ending()
    let isRepeated = answers.isRepeated
    let bytes = try answers.takeData()
    if case .error(let code) = ending { throw Self.failure(code) }
    return Answer(bytes: bytes, isRepeated: isRepeated)
  }

  /// Says that there are no more questions.
  mutating func end() {
    // An answer is there already; whatever the pinentry does now, it ends.
    do throws(PromptFailure) { try program.send(AssuanCoding.line("BYE"), open) } catch {}
    program.letGo()
  }

  private mutating func ending() throws(PromptFailure) -> AssuanReader.Ending {
    while true {
      while let byte = reader.next() {
        if let ending = try answers.take(byte) { return ending }
      }
      _ = try open.wait(for: program.output.number)
      switch reader.fill(from: program.output.number) {
      case .bytes, .nothingYet: break
      case .end, .failure:
        throw PromptFailure(.programFailed, "the pinentry broke off", exitCode: exitCode)
      }
    }
  }

  private var exitCode: CInt? {
    if case .exit(let code)? = program.ending { code } else { nil }
  }

  /// The codes of libgpg-error that say something of the person.
  private static func failure(_ code: UInt32) -> PromptFailure {
    switch code & 0xFFFF {
    // Cancelled, fully cancelled, not confirmed.
    case 99, 198, 114: .cancelled
    case 62: .timedOut
    default:
      PromptFailure(.programFailed, "the pinentry could not ask: its error is \(code)")
    }
  }
}

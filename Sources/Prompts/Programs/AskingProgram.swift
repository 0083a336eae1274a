// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// A program that asks a person for us: it, and whatever it started, ends with this value.
///
/// It runs in a session of its own and without a terminal, so that job control never stops it, and
/// what it says on standard error goes nowhere: it could be the passphrase.
struct AskingProgram: ~Copyable {
  /// How it ended.
  enum Ending: Equatable {
    case exit(CInt)
    case signal(CInt)
    /// Somebody else in this process has waited for it.
    case unknown
  }

  /// What a program may take to end when it is asked to, in milliseconds.
  private static let patience: CInt = 300
  /// What it may take when it is made to: only one that waits for a disk takes longer.
  private static let lastPatience: CInt = 5000

  private let processID: CInt
  /// What it writes; reading never blocks.
  let output: Descriptor
  private var input: Descriptor?

  /// Starts the program at `path`.
  ///
  /// - Throws: ``PromptFailure`` with `programFailed` when that is impossible.
  init(
    _ path: String, arguments: [String] = [], environment: PromptEnvironment, takesCommands: Bool
  ) throws(PromptFailure) {
    let answers = try Descriptor.pipe()
    var processID: CInt = 0
    var theirs: Descriptor?
    if takesCommands {
      let commands = try Descriptor.socketPair()
      input = consume commands.first
      theirs = consume commands.second
    } else {
      input = nil
      theirs = nil
    }
    let error = Self.start(
      path, arguments, environment, input: Self.number(theirs), output: answers.second.number,
      &processID)
    guard error == 0 else {
      throw PromptFailure(
        .programFailed, "\(path) cannot be started to ask: \(SystemError.words(error))")
    }
    self.processID = processID
    theirs = nil
    output = answers.first
    output.neverBlock()
  }

  private static func start(
    _ path: String, _ arguments: [String], _ environment: PromptEnvironment, input: CInt,
    output: CInt, _ processID: inout CInt
  ) -> CInt {
    unsafe CStrings.with([path] + arguments) { arguments in
      unsafe environment.withInherited { variables in
        unsafe strongroom_start(path, arguments, variables, input, output, &processID)
      }
    }
  }

  private static func number(_ descriptor: borrowing Descriptor?) -> CInt {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case .none: -1
    }
  }

  /// Sends bytes to its standard input; one that has ended does not take them.
  ///
  /// - Throws: ``PromptFailure`` when the question is over, or the program has gone.
  borrowing func send(_ text: String, _ open: OpenQuestion) throws(PromptFailure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let file = Self.number(input)
      _ = try open.wait(for: file, toWrite: true)
      let count = unsafe bytes.withUnsafeBytes {
        // A program that has gone must not take us along (SIGPIPE).
        unsafe Glibc.send(file, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        throw PromptFailure(.programFailed, "the program that should ask has gone")
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// How it ended; nil while it runs.
  ///
  /// Its number stays taken until this value goes, so that no other process can be meant by it.
  var ending: Ending? {
    var status = unsafe siginfo_t()
    while true {
      let result = unsafe waitid(P_PID, id_t(processID), &status, WEXITED | WNOHANG | WNOWAIT)
      if result == 0 { break }
      if errno != EINTR { return .unknown }
    }
    guard unsafe status._sifields._sigchld.si_pid != 0 else { return nil }
    let value = unsafe status._sifields._sigchld.si_status
    return unsafe status.si_code == CInt(CLD_EXITED) ? .exit(value) : .signal(value)
  }

  /// Closes its standard input and lets it end by itself, for a moment.
  mutating func letGo() {
    input = nil
    _ = waitForEnd(Self.patience)
  }

  private borrowing func waitForEnd(_ patience: CInt) -> Bool {
    var waited: CInt = 0
    var pause: CInt = 1
    while ending == nil {
      guard waited < patience else { return false }
      _ = poll(nil, 0, pause)
      waited += pause
      pause = min(pause * 2, 20)
    }
    return true
  }

  deinit {
    if ending == nil {
      // One that holds the terminal may put it in order.
      kill(-processID, SIGTERM)
      kill(-processID, SIGCONT)
      _ = waitForEnd(Self.patience)
    }
    // What it has started, too, and before its number is free again.
    kill(-processID, SIGKILL)
    _ = waitForEnd(Self.lastPatience)
    var status: CInt = 0
    while unsafe waitpid(processID, &status, WNOHANG) < 0, errno == EINTR {}
  }
}

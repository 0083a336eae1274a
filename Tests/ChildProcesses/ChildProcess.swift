// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// A process that a test starts, talks to in lines, and may kill.
///
/// It is killed when the last reference goes, and a child that writes to a test which has gone ends
/// by itself.
package final class ChildProcess {
  /// How it ended.
  package enum Ending: Equatable, Sendable {
    case exit(CInt)
    case signal(CInt)
  }

  /// How long a test waits for a line before it says that the child hangs, in milliseconds.
  private static let patience: CInt = 60_000

  private let processID: pid_t
  private var input: CInt
  private let output: CInt
  private var unread: [UInt8] = []
  private var ending: Ending?

  /// Starts `command`, whose first word is searched on the path unless it has a slash; standard
  /// error stays the test's.
  ///
  /// It gets `environment` beside the test's own, but for what would choose another keychain.
  package init(_ command: [String], environment: [String: String] = [:]) {
    // One at a time, or a child could inherit an end of another's pipe, and hold back the end of
    // its file.
    (processID, input, output) = Self.starting.withLock { _ in
      let (toChild, fromTest) = Pipe.make()
      let (fromChild, toTest) = Pipe.make()
      defer { for end in [toChild, toTest] { close(end) } }
      return (Self.spawn(command, environment, input: toChild, output: toTest), fromTest, fromChild)
    }
  }

  private static let starting = Mutex<Void>(())

  private static func spawn(
    _ command: [String], _ environment: [String: String], input: CInt, output: CInt
  ) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    let variables = CStrings.environment(adding: environment)
    var processID: pid_t = 0
    let status = unsafe CStrings.with(command) { arguments in
      unsafe CStrings.with(variables) { variables in
        unsafe posix_spawnp(&processID, arguments[0]!, &actions, nil, arguments, variables)
      }
    }
    precondition(status == 0, "cannot start \(command[0]): errno \(status)")
    return processID
  }

  /// Sends lines to the child's standard input; what a dead child does not take is lost.
  package func send(_ lines: [String]) {
    var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Ends the child's standard input.
  package func endInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// The next line of the child's standard output; nil at its end.
  package func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, Self.patience)
      if ready < 0, errno == EINTR { continue }
      precondition(ready > 0, "the child process \(processID) has said nothing for a minute")
      var chunk = [UInt8](repeating: 0, count: 1 << 14)
      let count = unsafe read(output, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      unread += chunk[..<count]
    }
  }

  /// Sends one line and returns the answer.
  package func ask(_ line: String) -> String? {
    send([line])
    return self.line()
  }

  /// Kills the child at once (SIGKILL), without a chance to tidy up.
  package func kill() {
    if ending == nil { Glibc.kill(processID, SIGKILL) }
  }

  /// Ends the child's input and waits for its end.
  @discardableResult
  package func wait() -> Ending {
    endInput()
    if let ending { return ending }
    var status: CInt = 0
    while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
    let ending: Ending = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    self.ending = ending
    return ending
  }

  deinit {
    kill()
    wait()
    close(output)
  }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import PseudoTerminals

/// Somebody at a terminal, and the program that asks there.
final class TerminalSession {
  private static let longestSeconds = 60

  let terminal: PseudoTerminal
  let process: Int32
  private let output: CInt
  private var transcript: [UInt8] = []
  private var answer: [UInt8] = []
  private var seen = 0
  private let end = ContinuousClock.now + .seconds(longestSeconds)

  /// Starts `PromptsWorker` with `words`, or a shell's `line` in which `$WORKER` is its path;
  /// without a terminal if `hasTerminal` is false.
  init(
    _ words: [String] = [], line: String? = nil, environment: [String: String] = [:],
    hasTerminal: Bool = true
  ) throws {
    terminal = try PseudoTerminal()
    var ends: [CInt] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = ends[0]
    let worker = BuiltExecutable.path("PromptsWorker")
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { for end in [ends[1], null] { close(end) } }
    process = try SessionLeader.start(
      line.map { ["/bin/sh", "-c", $0] } ?? [worker] + words,
      [
        "PATH": path, "WORKER": worker, "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no",
        "STRONGROOM_PINENTRY": "none",
      ].merging(environment) { $1 },
      input: hasTerminal ? terminal.path : "/dev/null", output: ends[1], errors: null)
  }

  deinit { close(output) }

  /// What came up at the terminal so far.
  var shown: String { String(decoding: transcript, as: UTF8.self) }

  /// Waits until `text` comes up at the terminal, behind what was waited for before.
  func sees(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    while true {
      if let place = (seen..<max(seen, transcript.count)).first(where: {
        transcript[$0...].starts(with: wanted)
      }) {
        seen = place + wanted.count
        return true
      }
      guard listen() else { return false }
    }
  }

  /// Waits until the program has written the line `text`.
  func says(_ text: String) -> Bool {
    while !String(decoding: answer, as: UTF8.self).split(separator: "\n").contains(text[...]) {
      guard listen() else { return false }
    }
    return true
  }

  func type(_ text: String) { terminal.type(text) }

  /// Waits for the program's end, and returns its lines and how it ended.
  func finish() -> (lines: [String], ending: ChildProcess.Ending) {
    while listen() {}
    kill(-process, SIGKILL)
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    // What was shown last may still be on its way.
    var waiting = pollfd(fd: terminal.person, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&waiting, 1, 0) > 0, case let bytes = Self.read(terminal.person),
      !bytes.isEmpty
    {
      transcript += bytes
    }
    let text = String(decoding: answer, as: UTF8.self)
    return (
      text.split(separator: "\n").map(String.init),
      status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    )
  }

  /// Takes what comes next from either side; false when the program has closed its output.
  private func listen() -> Bool {
    if ContinuousClock.now > end {
      kill(-process, SIGKILL)
      return false
    }
    var waiting = [terminal.person, output].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard unsafe poll(&waiting, 2, 1000) > 0 else { return true }
    if waiting[0].revents & Int16(POLLIN) != 0 { transcript += Self.read(terminal.person) }
    guard waiting[1].revents != 0 else { return true }
    let bytes = Self.read(output)
    answer += bytes
    return !bytes.isEmpty
  }

  private static func read(_ descriptor: CInt) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
    return count > 0 ? Array(chunk[..<count]) : []
  }
}

/// The line that the worker writes for an answer.
func answerLine(_ text: String) -> String {
  "answer "
    + text.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
}

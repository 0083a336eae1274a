// SPDX-License-Identifier: Apache-2.0

import Glibc
import PseudoTerminals

/// A command that the shell runs, with the answers it gave.
struct ShellCommand {
  private(set) var output: [UInt8] = []
  private(set) var errors: [UInt8] = []
  /// Everything that came up at the terminal.
  private(set) var transcript: [UInt8] = []
  /// What it exited with, or 128 and the signal.
  private(set) var exitCode: Int32 = 0
  /// Whether the dialog went through to its end.
  private(set) var dialogIsDone = true

  private static let longestSeconds = 30.0

  /// Runs `command` in `folder`, talking to it as `dialog` says.
  init(
    _ command: String, folder: String, environment: [String: String], dialog: [Script.Dialog] = [],
    terminal: PseudoTerminal? = nil
  ) throws {
    let (ownOutput, outputEnd) = try Self.pipe()
    let (ownErrors, errorsEnd) = try Self.pipe()
    let process = try SessionLeader.start(
      ["/bin/sh", "-c", "cd '\(folder)' && " + command], environment,
      input: terminal?.path ?? "/dev/null",
      output: outputEnd, errors: errorsEnd)
    close(outputEnd)
    close(errorsEnd)
    talk(dialog[...], terminal, ownOutput, ownErrors, process)
    close(ownOutput)
    close(ownErrors)
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private mutating func talk(
    _ dialog: ArraySlice<Script.Dialog>, _ terminal: PseudoTerminal?, _ ownOutput: CInt,
    _ ownErrors: CInt,
    _ process: pid_t
  ) {
    var dialog = dialog
    var seen = 0
    var open: Set<CInt> = [ownOutput, ownErrors]
    let end = Self.now() + Self.longestSeconds
    while !open.isEmpty {
      Self.advance(&dialog, transcript, &seen, terminal)
      let watched = Array(open) + (terminal.map { [$0.person] } ?? [])
      var polled = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      if Self.now() > end { kill(-process, SIGKILL) }
      guard unsafe poll(&polled, nfds_t(polled.count), 100) > 0 else { continue }
      for entry in polled where entry.revents != 0 {
        let bytes = Self.read(entry.fd)
        if entry.fd == ownOutput {
          output += bytes
        } else if entry.fd == ownErrors {
          errors += bytes
        } else {
          transcript += bytes
        }
        if bytes.isEmpty { open.remove(entry.fd) }
      }
    }
    // What was shown last may still be on its way.
    while let terminal, case let bytes = Self.readWithoutWaiting(terminal.person), !bytes.isEmpty {
      transcript += bytes
    }
    Self.advance(&dialog, transcript, &seen, terminal)
    dialogIsDone = dialog.isEmpty
  }

  private static func advance(
    _ dialog: inout ArraySlice<Script.Dialog>, _ transcript: [UInt8], _ seen: inout Int,
    _ terminal: PseudoTerminal?
  ) {
    while let next = dialog.first {
      switch next {
      case .expect(let text):
        let wanted = Array(text.utf8)
        guard
          let place = (seen..<max(seen, transcript.count)).first(where: {
            transcript[$0...].starts(with: wanted)
          })
        else { return }
        seen = place + wanted.count
      case .type(let text), .typeHidden(let text): terminal?.type(text + "\n")
      case .control(let letter):
        terminal?.type(String(UnicodeScalar((letter.asciiValue ?? 0) & 0x1F)))
      }
      dialog.removeFirst()
    }
  }

  private static func read(_ descriptor: CInt) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
    return count > 0 ? Array(chunk[..<count]) : []
  }

  private static func readWithoutWaiting(_ descriptor: CInt) -> [UInt8] {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) > 0 ? read(descriptor) : []
  }

  private static func pipe() throws -> (read: CInt, write: CInt) {
    var ends: [CInt] = [0, 0]
    guard unsafe Glibc.pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc

/// The program `EncryptedSQLiteWorker`, which is built beside the tests.
final class WorkerProcess {
  private let process: ChildProcess

  /// Starts it, behind the words of `shell` that change its surroundings.
  init(
    _ command: String, _ path: String, key: [UInt8], _ arguments: String...,
    inside shell: [String] = []
  ) {
    process = ChildProcess(
      shell + [BuiltExecutable.path("EncryptedSQLiteWorker"), command, path, Self.hex(key)]
        + arguments)
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The next line printed.
  func line() -> String? { process.line() }

  /// Waits for the end and returns the lines printed.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = process.line() { lines.append(line) }
    process.wait()
    return lines
  }

  /// Kills it as a crash would, and returns the lines printed before.
  func kill() -> [String] {
    process.kill()
    return lines()
  }

  var wasKilled: Bool { process.wait() == .signal(SIGKILL) }
}

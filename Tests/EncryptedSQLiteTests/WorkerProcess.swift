// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The program `EncryptedSQLiteWorker`, which is built beside the tests.
final class WorkerProcess {
  private let process = Process()
  private let output = Pipe()

  init(
    _ command: String, _ path: String, key: [UInt8], _ arguments: String...,
    inside shell: [String] = []
  ) throws {
    let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let worker = URL(fileURLWithPath: executable).deletingLastPathComponent()
      .appendingPathComponent("EncryptedSQLiteWorker").path
    let words = shell + [worker, command, path, Self.hex(key)] + arguments
    process.executableURL = URL(fileURLWithPath: shell.isEmpty ? worker : "/usr/bin/env")
    process.arguments = shell.isEmpty ? Array(words.dropFirst()) : words
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SWIFT_BACKTRACE": "enable=no"
    ]) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Waits for the end and returns the lines printed.
  func lines() -> [String] {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Kills it as a crash would, and returns the lines printed before.
  func kill() -> [String] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    return lines()
  }

  var wasKilled: Bool {
    process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }
}

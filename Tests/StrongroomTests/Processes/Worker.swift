// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A running KeyringWorker, on the keychain in a folder.
final class Worker {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var pending = Data()

  /// - Parameter folder: where the keychain is, or will be.
  init(keychainIn folder: String) throws {
    // The worker is built into the folder of the test bundle.
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent(
      "KeyringWorker")
    process.environment = [
      "STRONGROOM_KEYCHAIN": "file:\(folder)", "STRONGROOM_APPLICATION_IDENTIFIER": "TEAM.worker",
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Starts a piece of work; `answer()` waits for its end.
  func begin(_ line: String) {
    input.fileHandleForWriting.write(Data((line + "\n").utf8))
  }

  /// The next line of the worker's output.
  func answer() throws -> String {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending = Data(pending[pending.index(after: end)...]) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      let chunk = output.fileHandleForReading.availableData
      try #require(!chunk.isEmpty, "the worker ended early")
      pending += chunk
    }
  }

  /// Ends the worker. (Closing its input would not do: other workers have inherited that pipe.)
  deinit {
    begin("end")
    process.waitUntilExit()
  }
}

/// How many rounds a test runs: a short form in the suite, the long one by
/// `STRONGROOM_TEST_ROUNDS`.
func rounds(_ short: Int) -> Int {
  ProcessInfo.processInfo.environment["STRONGROOM_TEST_ROUNDS"].flatMap { Int($0) } ?? short
}

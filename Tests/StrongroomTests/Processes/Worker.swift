// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Testing

/// A running KeyringWorker, on the keychain in a folder.
final class Worker {
  private let process: ChildProcess

  /// Starts one with the keychain that is, or will be, in `folder`.
  init(keychainIn folder: String) {
    process = ChildProcess(
      [BuiltExecutable.path("KeyringWorker")],
      environment: [
        "STRONGROOM_KEYCHAIN": "file:\(folder)",
        "STRONGROOM_APPLICATION_IDENTIFIER": "TEAM.worker",
      ])
  }

  /// Starts a piece of work; `answer()` waits for its end.
  func begin(_ line: String) { process.send([line]) }

  /// The next line of the worker's output.
  func answer() throws -> String { try #require(process.line(), "the worker ended early") }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import TestFolders
import Testing

/// A keychain of a user whom permissions bind, in a folder of that user's.
struct OrdinaryUsersKeychain {
  private let shared = TemporaryFolder()
  private let worker: String
  /// The folder above the keychain's, which belongs to the user.
  let above: String
  var path: String { above + "/keychain" }

  init() {
    unsafe chmod(shared.path, 0o755)
    worker = shared.file("worker")
    OrdinaryUser.install("KeychainEngineWorker", at: worker)
    above = shared.file("home")
    unsafe mkdir(above, 0o700)
    OrdinaryUser.own(above)
  }

  /// Starts a process of the user with the keychain at `path`, by default the user's own.
  ///
  /// - Throws: when the process would run as root, who may do everything.
  func start(_ path: String? = nil) throws -> ChildProcess {
    let process = ChildProcess(OrdinaryUser.command([worker, path ?? self.path]))
    let greeting = try #require(process.line())
    try #require(greeting == "ready \(OrdinaryUser.identifier)")
    try #require(OrdinaryUser.identifier != 0)
    return process
  }

  /// Has a process of its own answer `line` and end.
  func answer(_ line: String) throws -> String {
    let process = try start()
    let answer = try #require(process.ask(line))
    process.wait()
    return answer
  }

  /// The files of the keychain, as root or their owner sees them.
  func contents() -> [String: [UInt8]] { KeychainFiles(path: path).contents() }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for what is measured, gone with its last owner.
///
/// In `TMPDIR`, or `/var/tmp`, which is on a disk where `/tmp` may be memory.
final class BenchFolder {
  let path: String

  init() throws {
    let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
    path = "\(parent)/strongroom-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the figures come from.
struct Machine: Encodable {
  let processor: String
  let cores: Int
  let kernel: String
  /// The file system that is written to, and its device.
  let disk: String

  init() {
    processor =
      Self.lines("/proc/cpuinfo").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    cores = ProcessInfo.processInfo.activeProcessorCount
    kernel = Self.lines("/proc/sys/kernel/osrelease").first ?? "unknown"
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
    // Device, mount point, type; the longest mount point above the folder is the folder's.
    let mounts = Self.lines("/proc/mounts").map { $0.split(separator: " ").map(String.init) }
    let mount = mounts.filter {
      $0.count > 2 && (folder + "/").hasPrefix($0[1] == "/" ? "/" : $0[1] + "/")
    }
    .max { $0[1].utf8.count < $1[1].utf8.count }
    disk = mount.map { "\($0[2]) on \($0[0])" } ?? "unknown"
  }

  private static func lines(_ path: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

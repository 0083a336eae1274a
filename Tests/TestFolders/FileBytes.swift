// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Whole files as bytes, for tests that look at what is on disk or spoil it.
package enum FileBytes {
  /// The bytes of the file at `path`, nil when it cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    let file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(file, &chunk, chunk.count)
      if count <= 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Replaces what the file at `path` holds, without replacing the file.
  package static func write(_ bytes: [UInt8], to path: String) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(file >= 0, "cannot write \(path): errno \(errno)")
    defer { close(file) }
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes {
        unsafe Glibc.write(file, $0.baseAddress, $0.count)
      }
      precondition(count > 0, "cannot write \(path): errno \(errno)")
      done += count
    }
  }

  /// Copies the file at `source`, if there is one, to `target`.
  package static func copy(_ source: String, to target: String) {
    if let bytes = read(source) { write(bytes, to: target) }
  }
}

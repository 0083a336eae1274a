// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads a file of /proc, whose size is not known before it has been read.
package enum ProcFile {
  /// The lines of the text file at `path`; none if it cannot be read.
  package static func lines(_ path: String) -> [Substring] {
    let file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
        count = unsafe max(0, read(file, buffer.baseAddress, buffer.count))
      }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Reads the small files that lie beside an executable.
enum SmallFile {
  private static let largest = 1 << 20

  /// The bytes of the file; none when it cannot be read or is not small; nil when it is not there.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? nil : [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= largest else { return [] }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Files of a target that reads from files: in memory, as each input writes them anew.
public enum ScratchFile {
  /// The largest file that is read.
  private static let largest = 1 << 20

  /// Where the database of this process lies; what belongs to it lies beside it.
  public static let database = "/dev/shm/strongroom-fuzz-\(getpid()).db"

  /// Puts `bytes` in the place of the file at `path`.
  public static func write(_ bytes: [UInt8], to path: String) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(file >= 0)
    let written = unsafe Glibc.write(file, bytes, bytes.count)
    precondition(written == bytes.count)
    close(file)
  }

  /// Reads the file at `path`.
  public static func read(_ path: String) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY)
    precondition(file >= 0)
    defer { close(file) }
    return unsafe [UInt8](unsafeUninitializedCapacity: largest) { buffer, count in
      count = unsafe max(0, Glibc.read(file, buffer.baseAddress, buffer.count))
    }
  }
}

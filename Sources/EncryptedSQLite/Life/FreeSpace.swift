// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Whether a file will fit, asked before it is written.
enum FreeSpace {
  /// Refuses a file of about `byteCount` bytes at `path` where there is no room for it.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `diskFull`, and how much is missing.
  static func expect(_ byteCount: Int64, for path: String) throws(EncryptedSQLiteError) {
    var status = statvfs()
    guard unsafe statvfs(Folder.path(of: path), &status) == 0 else { return }
    let free = Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
    guard free < byteCount else { return }
    throw EncryptedSQLiteError(
      .diskFull,
      reason: "\(path) needs about \(words(byteCount)), and \(words(free)) are free; make room, "
        + "or write it elsewhere", file: path)
  }

  private static func words(_ byteCount: Int64) -> String {
    byteCount >= 10 << 20 ? "\(byteCount >> 20) MiB" : "\(byteCount) bytes"
  }
}

/// The folder that a file is in.
enum Folder {
  static func path(of file: String) -> String {
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == file.utf8.startIndex ? "/" : String(file[..<slash])
  }

  /// Makes the names in the folder of `file` survive a loss of power.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `inputOutput`.
  static func sync(of file: String) throws(EncryptedSQLiteError) {
    let folder = unsafe open(path(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .writing(file, errno: errno) }
    defer { close(folder) }
    // Some file systems have no such call for folders.
    guard fsync(folder) == 0 || errno == EINVAL else { throw .writing(file, errno: errno) }
  }
}

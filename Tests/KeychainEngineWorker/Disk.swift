// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Takes space away from this process.
enum Disk {
  /// Lets no file grow beyond `size`.
  static func limitFiles(to size: UInt) -> String {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    limit.rlim_cur = size == 0 ? limit.rlim_max : min(size, limit.rlim_max)
    return unsafe "\(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit))"
  }

  /// Writes to the file at `path` until the disk is full.
  static func fill(_ path: String) -> String {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { return "-1" }
    defer { close(file) }
    // The last bytes one by one, or a small write would still find room.
    for size in [1 << 16, 1 << 12, 1] {
      let chunk = [UInt8](repeating: 0xFF, count: size)
      while unsafe write(file, chunk, size) > 0 {}
    }
    return "0"
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Tells whether two paths, or one path at two moments, name the same file.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// The file at `path`; nil where there is none.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that the system has described.
  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// How processes tell each other that they have committed to a file: by a file beside it, which
/// whoever observes makes, and into which whoever commits writes afterwards.
///
/// The 8 bytes in it say which process was the last.
enum CommitSignal {
  static let suffix = ".notify"

  /// A number that other processes do not have.
  private static let process = UInt64.random(in: .min ... .max)

  /// Tells other processes of a commit.
  ///
  /// Nothing but one look for the file, where nobody has observed.
  static func send(_ path: String) {
    let file = unsafe open(path + suffix, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    var bytes = process
    // Somebody who misses it looks from time to time.
    _ = unsafe pwrite(file, &bytes, MemoryLayout<UInt64>.size, 0)
  }

  /// Makes the file, for those who may use the realm's.
  static func make(_ path: String) {
    var information = stat()
    guard unsafe stat(path, &information) == 0 else { return }
    let file = unsafe open(path + suffix, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    fchmod(file, information.st_mode & 0o666)
    close(file)
  }

  /// Whether the last commit was one of this process, which knows of it.
  static func isOwn(_ path: String) -> Bool {
    let file = unsafe open(path + suffix, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes: UInt64 = 0
    return unsafe pread(file, &bytes, MemoryLayout<UInt64>.size, 0)
      == MemoryLayout<UInt64>.size && bytes == process
  }
}

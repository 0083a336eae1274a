// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The least that anything durable costs: 4 KiB appended to a file, and the wait for the disk.
final class DurableAppend {
  private let file: CInt
  private let block = [UInt8](repeating: 0x5A, count: 4096)

  init(in folder: BenchFolder) {
    file = unsafe open(folder.file("append"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    precondition(file >= 0, "cannot make a file in \(folder.path): errno \(errno)")
  }

  func run() {
    let written = unsafe write(file, block, block.count)
    precondition(written == block.count && fdatasync(file) == 0, "appending failed: errno \(errno)")
  }

  deinit { close(file) }
}

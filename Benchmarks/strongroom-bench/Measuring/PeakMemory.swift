// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// How much memory of its own a piece of work takes.
enum PeakMemory {
  /// How many bytes more this process had resident at most during `body` than before it.
  ///
  /// Memory that was freed before and not yet given back counts as there already.
  static func added(by body: () throws -> Void) rethrows -> Double {
    // «5» sets the peak back to what is resident now.
    let file = unsafe open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    let written = unsafe write(file, "5", 1)
    close(file)
    precondition(written == 1, "the kernel does not reset the peak of memory: errno \(errno)")
    let before = bytes("VmRSS:")
    try body()
    return max(0, bytes("VmHWM:") - before)
  }

  /// A line of the kernel's account of this process.
  private static func bytes(_ name: String) -> Double {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first {
      $0.hasPrefix(name)
    }
    let kilobytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
      Double($0)
    }
    precondition(kilobytes != nil, "the kernel does not tell how much memory is in use")
    return (kilobytes ?? 0) * 1024
  }
}

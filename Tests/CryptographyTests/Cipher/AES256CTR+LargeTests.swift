// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Cryptography
@testable import Secrets

/// libcrypto counts bytes in a 32-bit `int`; these show that more goes through as one message.
@Suite("AES-256-CTR beyond 2 GiB")
struct AES256CTRLargeTests {
  /// One file of this size is mapped again and again behind itself, so that 2 GiB of addresses need
  /// little memory.
  private static let window = 64 << 20
  private static let windows = 33

  @Test("more than 2 GiB are encrypted like their pieces one after the other")
  func large() throws {
    let path = "/tmp/strongroom-large-\(getpid())"
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    unsafe unlink(path)
    try #require(ftruncate(file, Self.window) == 0)

    let size = Self.window * Self.windows
    let start = try unsafe #require(
      mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
    defer { unsafe munmap(start, size) }
    for index in 0..<Self.windows {
      let wanted = unsafe start + index * Self.window
      let got = unsafe mmap(
        wanted, Self.window, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0)
      try #require(unsafe got == wanted)
    }

    // In place, every window adds its part of the key stream to the same bytes: twice must give
    // zero again, once as a whole and once window by window.
    var cipher = AES256CTR(key: [UInt8](0..<32).rawBytes)
    var whole = unsafe MutableRawSpan(
      _unsafeBytes: UnsafeMutableRawBufferPointer(start: start, count: size))
    cipher.transform(&whole, iv: Self.counterBlock(0).rawBytes)
    let first = unsafe UnsafeRawBufferPointer(start: start, count: Self.window)
    let isChanged = unsafe first.contains { $0 != 0 }
    #expect(isChanged)

    for index in 0..<Self.windows {
      var window = unsafe MutableRawSpan(
        _unsafeBytes: UnsafeMutableRawBufferPointer(start: start, count: Self.window))
      let iv = Self.counterBlock(index * Self.window / 16)
      cipher.transform(&window, iv: iv.rawBytes)
    }
    let isZeroAgain = unsafe Self.isZero(first)
    #expect(isZeroAgain)
  }

  private static func counterBlock(_ number: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: 8)
      + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  /// Compares the bytes with themselves one place further on: quick also in a debug build.
  private static func isZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe bytes[0] == 0
      && memcmp(bytes.baseAddress!, bytes.baseAddress! + 1, bytes.count - 1) == 0
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Secrets

/// Makes the initialisation vector of every page write: 12 bytes, random.
///
/// Not a counter: a restored snapshot, a copied file or a rolled back journal repeats counters, and
/// counter mode with a repeated vector shows the XOR of two pages. Random bytes are taken sixteen
/// vectors at a time, since asking the kernel for each costs as much as encrypting the page. The
/// pool is forgotten in a forked child, and each vector is mixed with the time and the page number
/// in case a virtual machine was cloned together with its pool.
struct PageNonces: ~Copyable {
  static let byteCount = 12
  private static let batch = 16

  private var pool = InlineArray<192, UInt8>(repeating: 0)
  private var used = batch
  private var process: UInt64 = 0

  /// Writes a vector for `page`, with its block counter at zero, to the first 16 bytes of `iv`.
  mutating func next(for page: PageNumber, into iv: inout InlineArray<16, UInt8>) {
    if used == Self.batch || process != ProcessIdentity.current { refill() }
    let start = used * Self.byteCount
    used += 1
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let nanoseconds = UInt64(truncatingIfNeeded: time.tv_sec &* 1_000_000_000 &+ time.tv_nsec)
    for i in 0..<8 { iv[i] = pool[start + i] ^ UInt8(truncatingIfNeeded: nanoseconds >> (8 * i)) }
    for i in 0..<4 { iv[8 + i] = pool[start + 8 + i] ^ UInt8(truncatingIfNeeded: page >> (8 * i)) }
    for i in 12..<16 { iv[i] = 0 }
  }

  private mutating func refill() {
    var span = pool.mutableSpan
    var bytes = unsafe span.mutableBytes
    RandomBytes.fill(&bytes)
    process = ProcessIdentity.current
    used = 0
  }
}

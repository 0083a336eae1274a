// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Secrets
internal import Synchronization

/// Tells a process from the one it was forked from.
///
/// A forked child has copies of the parent's random pool, which must not be used twice, and of its
/// connections, whose locks it does not hold. The mark lives in a page that the kernel wipes in the
/// child, so that comparing it costs one load.
enum ProcessIdentity {
  @safe
  private struct Mark: @unchecked Sendable {
    // Sendable: the kernel and an atomic exchange are all that writes it.
    let address: UnsafeMutablePointer<UInt64>?
  }

  private static let mark: Mark = {
    let size = Int(getpagesize())
    let page = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let page = unsafe page, unsafe page != MAP_FAILED else {
      return unsafe Mark(address: nil)
    }
    guard unsafe madvise(page, size, MADV_WIPEONFORK) == 0 else {
      unsafe munmap(page, size)
      return unsafe Mark(address: nil)
    }
    let address = unsafe page.bindMemory(to: UInt64.self, capacity: 1)
    unsafe address.pointee = fresh()
    return unsafe Mark(address: address)
  }()

  /// A number that is the same throughout the life of the process and another in a forked child;
  /// never 0.
  static var current: UInt64 {
    guard let address = unsafe mark.address else { return UInt64(getpid()) }  // before Linux 4.14
    if unsafe address.pointee == 0 { renew() }
    return unsafe address.pointee
  }

  private static let renewal = Mutex(())

  /// The first use in a child.
  ///
  /// A fork while another thread of the parent is here leaves the child's lock taken, but only
  /// children come here, and a child has one thread.
  private static func renew() {
    renewal.withLock { _ in
      if let address = unsafe mark.address, unsafe address.pointee == 0 {
        unsafe address.pointee = fresh()
      }
    }
  }

  private static func fresh() -> UInt64 {
    RandomBytes.bytes(8).reduce(UInt64(getpid())) { $0 << 8 | $0 >> 56 ^ UInt64($1) } | 1
  }
}

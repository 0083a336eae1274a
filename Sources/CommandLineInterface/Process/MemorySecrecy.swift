// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import Secrets

/// What a program does at its start so that nobody reads its secrets out of its memory.
///
/// Root can all the same. For a debugger, build with `-Xswiftc -DSTRONGROOM_DEBUGGABLE`; nothing in
/// the environment turns this off, for the environment belongs to whoever starts the program.
package enum MemorySecrecy {
  /// Has no core file written and no other process of the user look inside, from now on.
  ///
  /// - Returns: the limit on core files that the program was started with, for the programs that it
  ///   starts itself.
  @discardableResult
  package static func begin() -> CoreFileLimit {
    let inherited = CoreFileLimit()
    #if !STRONGROOM_DEBUGGABLE
      CoreFileLimit(byteCount: 0).apply()
      _ = strongroom_forbid_dumps()
    #endif
    return inherited
  }

  /// Whether another process of the user may look inside, or a core file be written.
  package static var isExposed: Bool { strongroom_may_be_dumped() }

  /// Whether secrets in memory may be written to swap.
  ///
  /// Nil when they may not.
  package static var swapAdvice: String? {
    guard !SecretBytes(count: 1).isLocked else { return nil }
    return
      "the system locks no memory for this program (RLIMIT_MEMLOCK), so secrets may be written to swap: allow 1 MB with ulimit -l 1024"
  }
}

/// How large a core file of this process may become.
package struct CoreFileLimit: Sendable, Equatable {
  /// The soft limit; `rlim_t.max` for none.
  package let byteCount: UInt

  /// The one in force.
  package init() {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    byteCount = UInt(limit.rlim_cur)
  }

  init(byteCount: UInt) { self.byteCount = byteCount }

  /// Puts it in force, as far as the hard limit allows, which stays.
  package func apply() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(rlim_t(byteCount), limit.rlim_max)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}

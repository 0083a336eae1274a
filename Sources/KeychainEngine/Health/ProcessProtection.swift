// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Secrets

/// What the system does for the secrets in this process's memory; programs started from the same
/// place have the same.
package struct ProcessProtection: Sendable {
  /// Whether memory for a secret is kept out of swap.
  package let isMemoryLocked: Bool
  /// How many bytes a process may lock (`RLIMIT_MEMLOCK`); nil without a limit.
  package let lockableByteCount: UInt64?
  /// How large a core file may become (`RLIMIT_CORE`); nil without a limit.
  package let coreByteCount: UInt64?
  /// Where the kernel puts core files, or the program that it gives them to, behind a `|`; nil when
  /// it does not say.
  package let corePattern: String?

  /// Tries and reads it.
  ///
  /// - Parameter coreLimit: the limit on core files where it is not this process's that counts;
  ///   `UInt64.max` for none.
  package init(coreLimit: UInt64? = nil) {
    isMemoryLocked = SecretBytes(count: 32).isLocked
    lockableByteCount = Self.limit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue))
    coreByteCount =
      if let coreLimit {
        coreLimit == UInt64.max ? nil : coreLimit
      } else {
        Self.limit(__rlimit_resource_t(RLIMIT_CORE.rawValue))
      }
    corePattern = Self.firstLine("/proc/sys/kernel/core_pattern")
  }

  /// Whether a crash leaves a core file, or gives one to another program.
  ///
  /// The memory of secrets is left out of it; a program's own copies are not.
  package var dumpsCore: Bool { coreByteCount != 0 || corePattern?.hasPrefix("|") == true }

  private static func limit(_ resource: __rlimit_resource_t) -> UInt64? {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return 0 }
    return limit.rlim_cur == rlim_t.max ? nil : UInt64(limit.rlim_cur)
  }

  /// The files of `/proc` say that they are empty.
  private static func firstLine(_ path: String) -> String? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
  }
}

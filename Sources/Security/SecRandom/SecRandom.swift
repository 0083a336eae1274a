// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Secrets

/// A random number generator.
///
/// There is only one, ``kSecRandomDefault``.
public typealias SecRandomRef = OpaquePointer

/// The generator of random bytes, which is the system's; its value is nil.
@safe nonisolated(unsafe) public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes from the kernel, good enough for keys.
///
/// Every call asks the kernel; nothing is kept between calls, so that a fork or a copied virtual
/// machine repeats nothing.
///
/// - Parameters:
///   - rnd: ``kSecRandomDefault``. Any other value means the same, as at Apple.
///   - count: How many bytes to write. With 0 nothing is written and the call succeeds.
///   - bytes: Where to write them.
/// - Returns: ``errSecSuccess``; ``errSecParam`` if `count` is negative. A kernel without random
///   numbers ends the process, for nothing safe can be done then.
public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  guard count >= 0 else { return errSecParam }
  var span = unsafe MutableRawSpan(_unsafeStart: bytes, byteCount: count)
  RandomBytes.fill(&span)
  return errSecSuccess
}

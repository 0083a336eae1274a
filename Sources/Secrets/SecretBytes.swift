// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import CSodium

/// Bytes that must not leak: kept out of swap and core dumps, wiped when they go, compared in
/// constant time.
///
/// The bytes have exactly one owner. They are read through a span inside a closure, and nothing
/// about them can be printed, encoded, or compared with `==` by accident. Memory comes from a
/// locked arena; where the system refuses to lock (`RLIMIT_MEMLOCK`), ``isLocked`` is false, and
/// everything else holds.
@safe
public struct SecretBytes: ~Copyable, @unchecked Sendable {
  // Sendable: the memory belongs to this value alone and is written only through `mutating`
  // functions.
  @usableFromInline
  let memory: LockedMemory

  /// The number of bytes.
  public let count: Int

  /// Makes `count` zero bytes.
  public init(count: Int) {
    precondition(count >= 0, "a secret cannot have a negative length")
    memory = LockedArena.shared.allocate(count)
    self.count = count
  }

  /// Makes `count` bytes and lets `body` fill them in place, so that no other copy exists.
  ///
  /// - Throws: what `body` throws; the bytes written so far are wiped.
  public init<E: Error>(
    count: Int, initializingWith body: (inout MutableRawSpan) throws(E) -> Void
  ) throws(E) {
    self.init(count: count)
    try withMutableBytes(body)
  }

  /// Copies `bytes`.
  ///
  /// Wipe the source if it is yours.
  public init(copying bytes: RawSpan) {
    self.init(count: bytes.byteCount)
    guard count > 0 else { return }
    unsafe bytes.withUnsafeBytes { source in
      unsafe memory.base.copyMemory(from: source.baseAddress!, byteCount: source.count)
    }
  }

  /// Makes one secret out of two, the bytes of `first` before those of `second`.
  public init(joining first: borrowing SecretBytes, _ second: borrowing SecretBytes) {
    self.init(count: first.count + second.count)
    unsafe memory.base.copyMemory(from: first.memory.base, byteCount: first.count)
    unsafe (memory.base + first.count).copyMemory(
      from: second.memory.base, byteCount: second.count)
  }

  /// Makes `count` random bytes from the kernel's generator.
  public static func random(count: Int) -> SecretBytes {
    SecretBytes(count: count) { RandomBytes.fill(&$0) }
  }

  /// Whether the system keeps these bytes out of swap.
  public var isLocked: Bool { memory.isLocked }

  /// Lends the bytes to `body`.
  ///
  /// - Throws: what `body` throws.
  @inlinable
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let buffer = unsafe UnsafeRawBufferPointer(start: memory.base, count: count)
    return try body(unsafe RawSpan(_unsafeBytes: buffer))
  }

  /// Lends the bytes to `body` for writing.
  ///
  /// - Throws: what `body` throws.
  @inlinable
  public mutating func withMutableBytes<R: ~Copyable, E: Error>(
    _ body: (inout MutableRawSpan) throws(E) -> R
  ) throws(E) -> R {
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: memory.base, count: count)
    var span = unsafe MutableRawSpan(_unsafeBytes: buffer)
    return try body(&span)
  }

  /// Makes a second, independent secret with the same bytes.
  public borrowing func copy() -> SecretBytes {
    withBytes { SecretBytes(copying: $0) }
  }

  /// Whether both secrets hold the same bytes, in time that depends on their length only.
  public borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
    withBytes { own in other.withBytes { ConstantTime.areEqual(own, $0) } }
  }

  deinit {
    LockedArena.shared.deallocate(memory)
  }
}

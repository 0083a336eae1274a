// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Glibc

/// The result of ``memset_s(_:_:_:_:)``: 0, or an error number.
public typealias errno_t = Int32

/// The size of memory in ``memset_s(_:_:_:_:)``.
public typealias rsize_t = Int

/// Fills memory with a byte, also where the compiler sees that nobody reads it any more.
///
/// - Returns: 0; `EINVAL` for no memory, `EOVERFLOW` if `count` is larger than `size`, in which
///   case all of the memory is filled.
@discardableResult
public func memset_s(
  _ memory: UnsafeMutableRawPointer!, _ size: rsize_t, _ byte: Int32, _ count: rsize_t
) -> errno_t {
  guard let memory = unsafe memory, size >= 0, count >= 0 else { return EINVAL }
  let filled = min(size, count)
  unsafe memset(memory, byte, filled)
  // For other bytes than 0 there is no call that the compiler keeps; but zeroing is what it is for.
  if byte & 0xFF == 0 { unsafe explicit_bzero(memory, filled) }
  return count > size ? EOVERFLOW : 0
}

/// Compares memory in a time that does not depend on what is in it.
///
/// - Returns: 0 if both are equal, else another number.
public func timingsafe_bcmp(
  _ first: UnsafeRawPointer!, _ second: UnsafeRawPointer!, _ count: Int
) -> Int32 {
  guard count > 0, let first = unsafe first, let second = unsafe second else { return 0 }
  var difference: UInt8 = 0
  for index in 0..<count {
    unsafe difference |=
      first.load(fromByteOffset: index, as: UInt8.self)
      ^ second.load(fromByteOffset: index, as: UInt8.self)
  }
  return difference == 0 ? 0 : 1
}

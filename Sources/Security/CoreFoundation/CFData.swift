// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Returns the number of bytes in `theData`.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData.length }

/// Returns the address of the bytes in `theData`.
///
/// It is valid as long as the object lives and is not changed.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  unsafe theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Makes a data object over memory that is there already, without copying it.
///
/// - Parameters:
///   - allocator: Not used; pass ``kCFAllocatorDefault``.
///   - bytes: The memory. It must not change while the object lives.
///   - length: The number of bytes.
///   - bytesDeallocator: ``kCFAllocatorNull`` leaves the memory to its owner, who must keep it as
///     long as the object lives; ``kCFAllocatorDefault`` has it freed with `free` when the object
///     goes.
/// - Returns: The object; it reads the memory where it is.
public func CFDataCreateWithBytesNoCopy(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex,
  _ bytesDeallocator: CFAllocator!
) -> CFData! {
  unsafe NSData(
    bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length,
    freeWhenDone: bytesDeallocator !== kCFAllocatorNull)
}

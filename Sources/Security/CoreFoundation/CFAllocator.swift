// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Says who frees memory.
///
/// Apart from being passed on it has one use here: ``CFDataCreateWithBytesNoCopy(_:_:_:_:)``.
public final class CFAllocator: NSObject, Sendable {}

/// The allocator that is used when nothing is said: `malloc` and `free`.
///
/// Its value is nil, as at Apple.
public let kCFAllocatorDefault: CFAllocator! = nil

/// The allocator that does nothing: for memory that somebody else frees.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()

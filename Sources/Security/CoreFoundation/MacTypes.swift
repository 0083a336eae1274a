// SPDX-License-Identifier: Apache-2.0

// CoreFoundation's base header brings these along from the Mac's oldest one, so code that imports
// Security takes them for granted.

/// Four characters packed into a number, the first in the highest byte.
public typealias FourCharCode = UInt32

/// A type, told by four characters.
public typealias OSType = FourCharCode

/// The result of a call that went well; the same number as ``errSecSuccess``.
public let noErr: OSStatus = 0

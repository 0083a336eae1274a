// SPDX-License-Identifier: Apache-2.0

// On Apple's systems `import Security` brings CoreFoundation, and most code has Foundation beside
// it. Here the CoreFoundation types are Foundation's classes, which are of no use without
// Foundation's own declarations: so the whole of Foundation comes along.
@_exported public import Foundation

/// A CoreFoundation object of any type.
public typealias CFTypeRef = AnyObject

/// A number that stands for the type of a CoreFoundation object; see ``CFGetTypeID(_:)``.
public typealias CFTypeID = UInt

/// A count or an index.
public typealias CFIndex = Int

/// A set of bits that choose options.
public typealias CFOptionFlags = UInt

/// The number of an object in a hash table.
public typealias CFHashCode = UInt

/// A text: Foundation's class, with which it is toll-free bridged on Apple's systems.
public typealias CFString = NSString

/// Bytes: Foundation's class.
public typealias CFData = NSData

/// Bytes that can be changed: Foundation's class.
public typealias CFMutableData = NSMutableData

/// A dictionary: Foundation's class.
public typealias CFDictionary = NSDictionary

/// A dictionary that can be changed: Foundation's class.
public typealias CFMutableDictionary = NSMutableDictionary

/// An array: Foundation's class.
public typealias CFArray = NSArray

/// A set: Foundation's class.
public typealias CFSet = NSSet

/// A point in time: Foundation's class.
public typealias CFDate = NSDate

/// A number: Foundation's class.
public typealias CFNumber = NSNumber

/// A truth value: Foundation's class of numbers, so that `true as CFBoolean` and `as? Bool` work.
///
/// ## On Linux
///
/// ``CFNumber`` is the same class; an extension of both with the same member does not compile.
/// ``CFGetTypeID(_:)`` tells the two kinds of values apart.
public typealias CFBoolean = NSNumber

/// An error: Foundation's class.
public typealias CFError = NSError

/// The domain of an error.
public typealias CFErrorDomain = CFString

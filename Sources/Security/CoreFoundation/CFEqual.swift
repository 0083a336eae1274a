// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Foundation

/// Whether two objects are of the same type and have the same value.
///
/// A truth value equals no number, not even 0 or 1; there it differs from `isEqual`.
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
  if cf1 === cf2 { return true }
  guard CFGetTypeID(cf1) == CFGetTypeID(cf2), let object = cf1 as? NSObject else { return false }
  return object.isEqual(cf2)
}

/// Returns a number for hash tables, the same for equal objects.
public func CFHash(_ cf: CFTypeRef!) -> CFHashCode {
  guard let object = cf as? NSObject else {
    return UInt(bitPattern: ObjectIdentifier(cf).hashValue)
  }
  return UInt(bitPattern: object.hash)
}

// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Foundation

/// Returns the number of the object's type; 0 for an object of no type that is known here.
///
/// Truth values and numbers are told apart, though both are of class `NSNumber`.
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID {
  switch cf {
  case is NSString: TypeID.string.rawValue
  case let number as NSNumber: (number.isBoolean ? TypeID.boolean : .number).rawValue
  case is NSData: TypeID.data.rawValue
  case is NSDictionary: TypeID.dictionary.rawValue
  case is NSArray: TypeID.array.rawValue
  case is NSSet: TypeID.set.rawValue
  case is NSDate: TypeID.date.rawValue
  case is NSError: TypeID.error.rawValue
  case is NSNull: TypeID.null.rawValue
  case is CFAllocator: TypeID.allocator.rawValue
  case is SecAccessControl: TypeID.accessControl.rawValue
  default: 0
  }
}

/// Returns the type number of ``CFAllocator``.
public func CFAllocatorGetTypeID() -> CFTypeID { TypeID.allocator.rawValue }

/// Returns the type number of ``CFArray``.
public func CFArrayGetTypeID() -> CFTypeID { TypeID.array.rawValue }

/// Returns the type number of ``CFBoolean``.
public func CFBooleanGetTypeID() -> CFTypeID { TypeID.boolean.rawValue }

/// Returns the type number of ``CFData``.
public func CFDataGetTypeID() -> CFTypeID { TypeID.data.rawValue }

/// Returns the type number of ``CFDate``.
public func CFDateGetTypeID() -> CFTypeID { TypeID.date.rawValue }

/// Returns the type number of ``CFDictionary``.
public func CFDictionaryGetTypeID() -> CFTypeID { TypeID.dictionary.rawValue }

/// Returns the type number of ``CFError``.
public func CFErrorGetTypeID() -> CFTypeID { TypeID.error.rawValue }

/// Returns the type number of the null object.
public func CFNullGetTypeID() -> CFTypeID { TypeID.null.rawValue }

/// Returns the type number of ``CFNumber``.
public func CFNumberGetTypeID() -> CFTypeID { TypeID.number.rawValue }

/// Returns the type number of ``CFSet``.
public func CFSetGetTypeID() -> CFTypeID { TypeID.set.rawValue }

/// Returns the type number of ``CFString``.
public func CFStringGetTypeID() -> CFTypeID { TypeID.string.rawValue }

/// The type numbers.
///
/// They mean nothing beyond being different, and may change from version to version.
enum TypeID: CFTypeID {
  case allocator = 1
  case array, boolean, data, date, dictionary, error, null, number, set, string
  case accessControl
}

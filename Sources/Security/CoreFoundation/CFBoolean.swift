// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The true value, as an object.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

/// The false value, as an object.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

extension NSNumber {
  /// Whether the number was made from a truth value.
  ///
  /// Foundation has a class of its own for these. The type code cannot be asked: it is that of a
  /// small integer for both.
  var isBoolean: Bool { type(of: self) == Self.booleanClass }

  private static let booleanClass: NSNumber.Type = type(of: NSNumber(value: true))
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What an object must be, all the way down, for the archiver to take it.
enum ArchiveRules {
  /// Deep enough for any honest object, and shallow enough for the stack.
  ///
  /// (A collection that contains itself cannot even be walked through: Foundation on Linux turns
  /// each element into a Swift value first, all the way down.)
  private static let greatestDepth = 200

  /// Why `object` cannot be archived; nil when it can.
  static func flaw(in object: Any, depth: Int = 0) -> String? {
    guard depth < greatestDepth else { return "it is nested too deeply" }
    switch object as AnyObject {
    case let array as NSArray: return firstFlaw(in: array, depth)
    case let set as NSSet: return firstFlaw(in: set, depth)
    case let set as NSOrderedSet: return firstFlaw(in: set, depth)
    case let dictionary as NSDictionary:
      return firstFlaw(in: dictionary.allKeys, depth) ?? firstFlaw(in: dictionary.allValues, depth)
    case let value as any NSSecureCoding where type(of: value).supportsSecureCoding: return nil
    default: return "\(type(of: object)) does not conform to NSSecureCoding"
    }
  }

  /// Whether `object` is an optional without a value that was put into an `Any`.
  static func isNil(_ object: Any) -> Bool {
    let mirror = Mirror(reflecting: object)
    return mirror.displayStyle == .optional && mirror.children.isEmpty
  }

  private static func firstFlaw(in elements: some Sequence, _ depth: Int) -> String? {
    for element in elements {
      if let flaw = flaw(in: element, depth: depth + 1) { return flaw }
    }
    return nil
  }
}

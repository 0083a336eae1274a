// SPDX-License-Identifier: Apache-2.0

internal import Foundation

#if compiler(<7)
  // swift-format-ignore: AvoidRetroactiveConformances
  /// Makes an `NSString` and the equal `String` one and the same key, as they are on Apple's
  /// systems.
  ///
  /// Without it `attributes[kSecAttrAccount]` finds nothing in an `[AnyHashable: Any]` whose keys
  /// are strings, and equal dictionaries compare as different. The standard library offers nothing
  /// but this underscored protocol for it, and the effect reaches the whole process; Foundation may
  /// one day do the same, therefore the compiler's version is checked, and a test tells whether it
  /// still works.
  extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
    /// The key under which the text is found: that of the `String` with the same characters.
    public func _toCustomAnyHashable() -> AnyHashable? {
      AnyHashable(self as String)
    }
  }
#endif

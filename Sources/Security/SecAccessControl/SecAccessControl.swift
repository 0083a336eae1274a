// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
package import KeychainRequests

/// The conditions under which an item may be used, for ``kSecAttrAccessControl``.
///
/// ``SecAccessControlCreateWithFlags(_:_:_:_:)`` makes one; attributes that were asked for hold the
/// one of their item. Two are equal, by `CFEqual` and `isEqual`, when they demand the same.
public final class SecAccessControl: NSObject, Sendable {
  package let content: AccessControl

  package init(_ content: AccessControl) { self.content = content }

  /// Whether `object` is an access control that demands the same.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? SecAccessControl)?.content == content
  }

  /// A number for hash tables, the same for equal access controls.
  public override var hash: Int { content.hashValue }

  /// What it demands, in one line.
  public override var description: String { "<SecAccessControlRef: \(content.summary)>" }

  /// The access control of an item that has none beyond its protection class; nil for a name of
  /// none.
  static func unconstrained(_ protection: String) -> SecAccessControl? { ofClasses[protection] }

  private static let ofClasses = Dictionary(
    uniqueKeysWithValues: ProtectionClass.allCases.compactMap { protection in
      (try? AccessControl(protection: protection.rawValue, flags: [])).map {
        (protection.rawValue, SecAccessControl($0))
      }
    })
}

/// Returns the type number of ``SecAccessControl``.
public func SecAccessControlGetTypeID() -> CFTypeID { TypeID.accessControl.rawValue }

// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The calls that answer by true and nil, as the wrapper of this name has them.
extension Strongbox {
  /// Stores an object under `key`, over what may be there; nil removes it.
  ///
  /// - Returns: whether it worked; ``lastError`` says why not. Removing what is not there works.
  @discardableResult
  public func archive(
    _ object: Any?, key: String, accessibility: Accessibility = .whenUnlocked
  ) -> Bool {
    guard let object, !ArchiveRules.isNil(object) else { return remove(key: key) }
    return remembering { () throws(KeychainError) in
      try setObject(object, forKey: key, accessibility: accessibility)
    } != nil
  }

  /// Stores an object under `key`, with one of the `kSecAttrAccessible…` constants.
  ///
  /// - Returns: whether it worked; ``lastError`` says why not.
  @discardableResult
  public func archive(_ object: Any?, key: String, accessibility: NSString) -> Bool {
    archive(
      object, key: key, accessibility: Accessibility(rawValue: String(describing: accessibility)))
  }

  /// The object stored under `key`; nil when there is none, and when it cannot be had:
  /// ``lastStatus`` tells the two apart.
  public func unarchive(objectForKey key: String) -> Any? {
    remembering { () throws(KeychainError) in
      guard let object = try object(forKey: key) else {
        throw KeychainError(
          .itemNotFound, reason: "nothing is stored under \(key.debugDescription)")
      }
      return object
    }
  }

  /// Removes the object stored under `key`.
  ///
  /// - Returns: whether nothing is there now; ``lastStatus`` is `errSecItemNotFound` where nothing
  ///   was.
  @discardableResult
  public func remove(key: String) -> Bool {
    remembering { () throws(KeychainError) in try removeObject(forKey: key) } != nil
      || lastError?.code == .itemNotFound
  }
}

/// The same calls on a box with the default prefix.
extension Strongbox {
  /// Stores an object in the default box.
  @discardableResult
  public static func archive(_ object: Any?, key: String, accessibility: NSString) -> Bool {
    Strongbox().archive(object, key: key, accessibility: accessibility)
  }

  /// Reads an object from the default box.
  public static func unarchive(objectForKey key: String) -> Any? {
    Strongbox().unarchive(objectForKey: key)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Synchronization

/// Archived objects in the keychain: for programs that keep whole objects under a key, and for code
/// that was written for the wrapper of this name on Apple's systems.
///
/// ```swift
/// let box = Strongbox()
/// box.archive(["token": "s3cret"], key: "session")
/// let session = box.unarchive(objectForKey: "session") as? [String: String]
/// ```
///
/// What can be archived: text, data, numbers, dates, URLs, UUIDs, null, and arrays, dictionaries
/// and sets of them; and objects of classes that conform to `NSSecureCoding`, when they are named
/// in `allowing`. No other class is ever made out of what is stored, whatever the item says.
///
/// Each method has a twin that throws: prefer ``setObject(_:forKey:accessibility:)``,
/// ``object(forKey:)`` and ``removeObject(forKey:)`` in new code. After the others, ``lastStatus``
/// and ``lastError`` tell what happened.
///
/// An object in memory, and Foundation's archiver, leave copies of its content that nobody wipes.
/// For a secret that must not stay in memory use ``Keychain`` with `SecretBytes`.
///
/// **On Linux**, an object that cannot be archived is refused, and what was stored under its key
/// stays; elsewhere the wrapper takes it for nil and removes the item. Storing over an item changes
/// it in place. Foundation's unarchiver ends the process on an archive that was forged with care;
/// only programs of the same access group can put one there.
public final class Strongbox: Sendable {
  /// What the names of the items begin with, before a full stop and the key.
  public let keyPrefix: String

  private let accessGroup: String?
  private let store: KeychainStore
  private let archive: ObjectArchive
  private let last = Mutex<KeychainError?>(nil)

  /// Uses the items whose names begin with `keyPrefix`.
  ///
  /// - Parameters:
  ///   - keyPrefix: nil for the bundle identifier, and where there is no bundle for the application
  ///     identifier of the program.
  ///   - accessGroup: the group whose programs share the items; nil for the program's own.
  ///   - classes: the classes of your own that may be unarchived, each by itself: a subclass is
  ///     another class.
  ///   - store: the keychain to use; tests pass one in memory.
  public init(
    keyPrefix: String? = nil, accessGroup: String? = nil, allowing classes: [AnyClass] = [],
    in store: KeychainStore = .default
  ) {
    self.keyPrefix = keyPrefix ?? Bundle.main.bundleIdentifier ?? store.applicationIdentifier
    self.accessGroup = accessGroup
    self.store = store
    archive = ObjectArchive(allowing: classes)
  }

  /// The `OSStatus` of the last call on any thread: 0 when it succeeded.
  public var lastStatus: Int32 { lastError?.status ?? 0 }

  /// Why the last call on any thread failed; nil when it succeeded.
  public var lastError: KeychainError? { last.withLock { $0 } }

  /// The service under which the item of `key` is found.
  public func hierarchicalKey(_ key: String) -> String { "\(keyPrefix).\(key)" }

  private func keychain(_ key: String) -> Keychain {
    Keychain(service: hierarchicalKey(key), accessGroup: accessGroup, in: store)
  }

  /// Remembers how `body` ended; nil when it failed.
  func remembering<Result>(_ body: () throws(KeychainError) -> Result) -> Result? {
    do throws(KeychainError) {
      let result = try body()
      last.withLock { $0 = nil }
      return result
    } catch {
      last.withLock { $0 = error }
      return nil
    }
  }

  // MARK: Storing and reading

  /// Stores an object under `key`, over what may be there; nil removes it.
  ///
  /// - Throws: `invalidParameter` for an object that cannot be archived, with the reason; the item
  ///   stays as it was.
  public func setObject(
    _ object: Any?, forKey key: String, accessibility: Accessibility = .whenUnlocked
  ) throws(KeychainError) {
    guard let object, !ArchiveRules.isNil(object) else {
      do throws(KeychainError) {
        return try removeObject(forKey: key)
      } catch .itemNotFound { return }
    }
    let data = try archive.archive(object, key: key)
    try keychain(key).set(data, for: "", accessibility: accessibility)
  }

  /// The object stored under `key`; nil when there is none.
  ///
  /// - Throws: `undecodable` when what is stored is no archive, or holds a class that is not
  ///   allowed; the reason names it.
  public func object(forKey key: String) throws(KeychainError) -> Any? {
    guard let data = try keychain(key).find("", as: Data.self) else { return nil }
    return try archive.unarchive(data, key: key)
  }

  /// Removes the object stored under `key`.
  ///
  /// - Throws: `itemNotFound` when there is none.
  public func removeObject(forKey key: String) throws(KeychainError) {
    try keychain(key).remove("")
  }
}

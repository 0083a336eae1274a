// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
package import Secrets

/// The named 64-byte encryption keys that a program keeps in the keychain.
///
/// Use it wherever a program has to remember the key of an encrypted database:
///
/// ```swift
/// let key = try Keyring().findOrMake("notes")
/// ```
///
/// Every method may be called from any thread and any process. A key is the item that code for
/// Apple's systems makes with `SecItemAdd` under `kSecClassKey`, the name in UTF-8 as
/// `kSecAttrApplicationTag`, and 512 as `kSecAttrKeySizeInBits`: both see the same item, and
/// neither can make a second one of that name.
///
/// What is stored for a locked keychain cannot be read, but is there. Therefore an error is never
/// answered with a new key: only where there surely is none, ``findOrMake(_:)`` makes one.
public struct Keyring: Sendable {
  /// The group whose programs share the keys; nil for the program's own.
  public let accessGroup: String?
  /// When the keys that are made here can be read.
  public let accessibility: Accessibility

  let store: KeychainStore
  private let randomBytes: @Sendable (Int) -> SecretBytes

  /// Names the keys of this program, or those that the programs of `accessGroup` share.
  ///
  /// - Parameters:
  ///   - accessGroup: nil makes keys in the program's default group and finds them in all of its
  ///     groups.
  ///   - accessibility: when the keys that are made can be read.
  ///   - store: the keychain to use; tests pass one in memory.
  public init(
    accessGroup: String? = nil, accessibility: Accessibility = .whenUnlocked,
    in store: KeychainStore = .default
  ) {
    self.init(
      accessGroup: accessGroup, accessibility: accessibility, in: store,
      randomBytes: SecretBytes.random)
  }

  /// Takes the generator of keys as an argument, for tests of one that is broken.
  package init(
    accessGroup: String?, accessibility: Accessibility, in store: KeychainStore,
    randomBytes: @escaping @Sendable (Int) -> SecretBytes
  ) {
    self.accessGroup = accessGroup
    self.accessibility = accessibility
    self.store = store
    self.randomBytes = randomBytes
  }

  // MARK: Finding

  /// Finds the key called `name`; nil when there is none.
  ///
  /// - Throws: `undecodable` when the item of that name holds no key, `interactionNotAllowed` when
  ///   the keychain is locked, `missingEntitlement` for a foreign access group, `notAvailable` when
  ///   the keychain cannot be reached.
  public func find(_ name: String) throws(KeychainError) -> EncryptionKey? {
    let query = try query(for: name) + [.returnsData]
    let response: Response
    do throws(KeychainError) {
      response = try store.execute(
        Request(.copyMatching, query), to: "find the key \(name.debugDescription)")
    } catch .itemNotFound {
      return nil
    }
    return try EncryptionKey(
      response.items.first?.data ?? SharedSecret(SecretBytes(count: 0)),
      called: "the item \(name.debugDescription)")
  }

  /// Finds the key called `name`, or makes it when there is none.
  ///
  /// Processes that call this at once all get the same key.
  ///
  /// - Throws: as ``find(_:)``; `notAvailable` when another program keeps making and deleting the
  ///   key.
  public func findOrMake(_ name: String) throws(KeychainError) -> EncryptionKey {
    // A second round is needed only when another process was faster, a third when it also deleted
    // the key again.
    for _ in 0..<16 {
      if let key = try find(name) { return key }
      do throws(KeychainError) {
        return try make(name)
      } catch .duplicateItem {}
    }
    throw KeychainError(
      .notAvailable,
      reason:
        "cannot make the key \(name.debugDescription): another program keeps making and deleting it"
    )
  }

  /// The names of the keys, sorted.
  ///
  /// - Throws: as ``find(_:)``.
  public var names: [String] {
    get throws(KeychainError) {
      let query = scope + [.returnsAttributes, .matchesAll]
      do throws(KeychainError) {
        let response = try store.execute(Request(.copyMatching, query), to: "list the keys")
        return Set(response.items.compactMap { $0[.applicationTag]?.asText }).sorted()
      } catch .itemNotFound {
        return []
      }
    }
  }

  // MARK: Changing

  /// Makes the key called `name` and stores it.
  ///
  /// - Throws: `duplicateItem` when there is one; `internalError` when the random generator fails;
  ///   else as ``find(_:)``.
  @discardableResult
  public func make(_ name: String) throws(KeychainError) -> EncryptionKey {
    let key = try newKey()
    try add(key, named: name)
    return key
  }

  /// Stores a key that exists already, from a backup or from before there was a keyring.
  ///
  /// - Throws: `duplicateItem` when there is a key of that name; else as ``find(_:)``.
  public func add(_ key: EncryptionKey, named name: String) throws(KeychainError) {
    var attributes = try query(for: name)
    let task = "add the key \(name.debugDescription)"
    // An item that differs in an attribute we do not set, such as its key class, is no duplicate to
    // the keychain, and would make it a matter of chance which of the two is found.
    if try contains(name) {
      throw KeychainError(.duplicateItem, reason: "cannot \(task): there is a key of that name")
    }
    attributes += [.accessibility(accessibility), .data(key.secret)]
    _ = try store.execute(Request(.add, attributes), to: task)
  }

  /// Puts another key in the place of the one called `name`, in one step.
  ///
  /// **What was encrypted with the old key can no longer be read.** Encrypt it anew under a second
  /// name first.
  ///
  /// - Parameters:
  ///   - name: what the key is called.
  ///   - key: the key to put there; nil makes one.
  /// - Returns: the key that is stored now.
  /// - Throws: `itemNotFound` when there is none; else as ``make(_:)``.
  @discardableResult
  public func replace(
    _ name: String, with key: EncryptionKey? = nil
  ) throws(KeychainError) -> EncryptionKey {
    let key = if let key { key } else { try newKey() }
    let request = Request(.update, try query(for: name), changes: [.data(key.secret)])
    _ = try store.execute(request, to: "replace the key \(name.debugDescription)")
    return key
  }

  /// Deletes the key called `name`.
  ///
  /// **What was encrypted with it can no longer be read**, by anybody.
  ///
  /// - Throws: `itemNotFound` when there is none; else as ``find(_:)``.
  public func delete(_ name: String) throws(KeychainError) {
    let request = Request(.delete, try query(for: name))
    _ = try store.execute(request, to: "delete the key \(name.debugDescription)")
  }

  // MARK: The item behind a name

  private func contains(_ name: String) throws(KeychainError) -> Bool {
    do throws(KeychainError) {
      let request = Request(.copyMatching, try query(for: name))
      _ = try store.execute(request, to: "look for the key \(name.debugDescription)")
      return true
    } catch .itemNotFound {
      return false
    }
  }

  func newKey() throws(KeychainError) -> EncryptionKey {
    do throws(KeychainError) {
      let secret = SharedSecret(randomBytes(EncryptionKey.byteCount))
      return try EncryptionKey(secret, called: "what the random generator made")
    } catch {
      throw KeychainError(.internalError, reason: error.reason)
    }
  }

  private func query(for name: String) throws(KeychainError) -> Request.Dictionary {
    guard !name.isEmpty else {
      throw KeychainError(.invalidParameter, reason: "the empty string is no name for a key")
    }
    return scope + [.init(.applicationTag, .bytes(Array(name.utf8)))]
  }

  /// All keys of this keyring.
  private var scope: Request.Dictionary {
    var query: Request.Dictionary = [
      .itemClass(.key), .init(.keySizeInBits, .integer(Int64(EncryptionKey.byteCount * 8))),
    ]
    if let accessGroup { query.append(.init(.accessGroup, .text(accessGroup))) }
    return query
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// The passwords and other secrets that a program keeps under one service, by account.
///
/// ```swift
/// let mail = Keychain(service: "mail.example.org")
/// try mail.set("s3cret", for: "ada")
/// let password = try mail.find("ada")
/// ```
///
/// Every method may be called from any thread and any process, and is one step: no other program
/// sees half of it. All of them throw ``KeychainError``: `interactionNotAllowed` when the keychain
/// is locked, `missingEntitlement` for a foreign access group, `notAvailable` when the keychain
/// cannot be reached; what else they throw is said with them.
///
/// The items are generic passwords, the same that `SecItemAdd` and `security add-generic-password`
/// make.
public struct Keychain: Sendable {
  /// What the secrets are for; together with the account it names an item.
  public let service: String
  /// The group whose programs share the items; nil for the program's own.
  public let accessGroup: String?
  /// When new items can be read, unless the call says otherwise.
  public let accessibility: Accessibility
  /// Whether these are the items that are marked as meant for all devices of a person.
  public let isSynchronizable: Bool

  let store: KeychainStore

  /// Names the items of `service`.
  ///
  /// - Parameters:
  ///   - service: what the secrets are for.
  ///   - accessGroup: nil puts new items into the program's default group, and finds those of all
  ///     its groups.
  ///   - accessibility: when new items can be read.
  ///   - isSynchronizable: selects the items with that mark, or those without it; an account may
  ///     have one of each. **On Linux**, nothing is synchronized yet: the mark is kept.
  ///   - store: the keychain to use; tests pass one in memory.
  public init(
    service: String, accessGroup: String? = nil, accessibility: Accessibility = .whenUnlocked,
    isSynchronizable: Bool = false, in store: KeychainStore = .default
  ) {
    self.service = service
    self.accessGroup = accessGroup
    self.accessibility = accessibility
    self.isSynchronizable = isSynchronizable
    self.store = store
  }

  /// The entries that every item of this keychain has in common.
  var scope: Request.Dictionary {
    var entries: Request.Dictionary = [
      .itemClass(.genericPassword), .init(.service, .text(service)),
      .init(.synchronizable, .integer(isSynchronizable ? 1 : 0)),
    ]
    if let accessGroup { entries.append(.init(.accessGroup, .text(accessGroup))) }
    return entries
  }

  /// The entries that name one item.
  func name(_ account: String) -> Request.Dictionary { scope + [.init(.account, .text(account))] }

  /// How an item is called in errors.
  func label(_ account: String) -> String {
    "\(account.debugDescription) in the service \(service.debugDescription)"
  }

  /// Executes a search; nil when nothing fits.
  func search(
    _ query: Request.Dictionary, to task: @autoclosure () -> String
  ) throws(KeychainError) -> Response? {
    do throws(KeychainError) {
      return try store.execute(Request(.copyMatching, query), to: task())
    } catch .itemNotFound {
      return nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

extension Keychain {
  /// The service and the account of the item that ``check()`` stores.
  private static let probe = "strongroom.check"

  /// Finds out whether this keychain can be used now, by storing, reading and removing an item
  /// under a service of its own.
  ///
  /// Use it as a server starts, so that it stops with a reason instead of failing in the night. It
  /// costs two durable writes.
  ///
  /// - Throws: why not, with ``KeychainError/suggestion`` saying what to try.
  public func check() throws(KeychainError) {
    let probe = Keychain(
      service: Self.probe, accessGroup: accessGroup, accessibility: accessibility, in: store)
    try probe.set(true, for: Self.probe)
    _ = try probe.find(Self.probe, as: Bool.self)
    do throws(KeychainError) {
      try probe.remove(Self.probe)
    } catch .itemNotFound {
      // Another check was faster, and has the same to say.
    }
  }

  /// Whether this keychain can be used now; ``check()`` says why not.
  public var isAvailable: Bool {
    do {
      try check()
      return true
    } catch {
      return false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Secrets
import TestFolders
import Testing

/// What becomes of a call on an item, for each class in each state of the keychain.
@Suite("Accessibility by state")
struct AccessibilityTableTests {
  enum State: CaseIterable { case open, neverUnlocked, unlocked, lockedAgain, passphraseRemoved }
  enum Call: CaseIterable { case add, find, findWithData, update, delete }

  struct Row: CustomTestStringConvertible {
    let protection: String
    let state: State
    /// In the order of ``Call``.
    let expected: [Status]
    var testDescription: String { "\(protection), \(state)" }
  }

  private static let fine = [Status](repeating: .success, count: 5)
  /// Deleting takes no key.
  private static let away: [Status] = [
    .interactionNotAllowed, .interactionNotAllowed, .interactionNotAllowed,
    .interactionNotAllowed, .success,
  ]
  /// No key for it, and none of its items.
  private static let none: [Status] = [
    .authFailed, .itemNotFound, .itemNotFound, .itemNotFound, .itemNotFound,
  ]
  private static let refused = [Status](repeating: .param, count: 5)

  static let rows: [Row] = State.allCases.flatMap { state in
    ["ak", "ck", "dk", "aku", "cku", "dku", "akpu", "f"].map { protection in
      let expected: [Status] =
        switch (protection, state) {
        case ("f", _): refused
        case ("akpu", .open), ("akpu", .passphraseRemoved): none
        case (_, .open), (_, .unlocked), (_, .passphraseRemoved): fine
        case ("dk", _), ("dku", _): fine
        case ("ck", .lockedAgain), ("cku", .lockedAgain): fine
        default: away
        }
      return Row(protection: protection, state: state, expected: expected)
    }
  }

  @Test("every call gives what the table says", arguments: rows)
  func table(_ row: Row) throws {
    let folder = TemporaryFolder()
    let path = folder.file("keychain")
    let item: Request.Dictionary = [
      .itemClass(.genericPassword), .init(.account, .text("a")),
      .init(.service, .text("s")),
    ]
    let keychain = EngineHarness(.folder(path))
    let seed: Request.Dictionary = [.itemClass(.genericPassword), .init(.account, .text("seed"))]
    #expect(keychain.add(seed).status == .success)
    let isOpen = row.state == .open
    if !isOpen {
      try keychain.engine.rotate(.passphrase("p"), authorizedBy: nil)
    }
    let stored = keychain.add(
      item + [.init(.accessible, .text(row.protection)), .data("secret")])
    var harness = keychain
    switch row.state {
    case .open, .unlocked: break
    case .neverUnlocked: harness = EngineHarness(.folder(path))
    case .lockedAgain: try keychain.engine.lock()
    case .passphraseRemoved:
      try keychain.engine.rotate(.open, authorizedBy: .passphrase("p"))
    }
    let isStored = stored.status == .success
    #expect(isStored == (row.protection != "f" && !(isOpen && row.protection == "akpu")))
    // A query that names the class, so that what cannot be the class of an item is refused.
    let query = item + (row.protection == "f" ? [.init(.accessible, .text("f"))] : [])
    let answers: [Status] = [
      harness.add(
        item + [
          .init(.accessible, .text(row.protection)), .init(.service, .text("other")), .data("x"),
        ]
      ).status,
      harness.find(query).status,
      harness.find(query + [.flag(RequestKeys.returnData)]).status,
      harness.update(query, [.init(.label, .text("l"))]).status,
      harness.delete(query).status,
    ]
    #expect(answers == row.expected)
  }
}

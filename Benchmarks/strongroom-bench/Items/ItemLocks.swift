// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import Secrets
import Security

/// A keychain with a passphrase, beside one that is open.
struct ItemLocks {
  private let open: FilledKeychain
  private let locked: FilledKeychain
  private let engine: KeychainEngine
  private let rounds: Int
  private let passphrase = Credential.passphrase(
    SharedSecret(copying: Array("a passphrase of the benchmark".utf8).rawBytes))

  /// Fills another keychain in `folder` as `open` is, and gives it a passphrase.
  init(_ open: FilledKeychain, _ folder: BenchFolder, rounds: Int) throws {
    self.open = open
    self.rounds = rounds
    let location = KeychainLocation.folder(folder.file("locked"))
    locked = FilledKeychain(at: location, count: open.count)
    engine = try locked.connection.keys()
    try engine.rotate(
      RotationPlan(waysIn: [.init(passphrase, cost: try PassphraseCost.calibrated())]),
      authorizedBy: nil)
  }

  func rows() throws -> [Row] {
    [lookUp(), try unlocking(), try locking()]
  }

  private func lookUp() -> Row {
    let queries = (0..<rounds).map { _ in
      FilledKeychain.query(Int.random(in: 0..<open.count))
    }
    var (unlocked, beside) = (Samples(), Samples())
    for query in queries + queries {
      locked.use {
        unlocked.append(ItemRow.microseconds { _ = ItemLookups.find(query) })
      }
      open.use { beside.append(ItemRow.microseconds { _ = ItemLookups.find(query) }) }
    }
    return ItemRow.make(
      "look up the data, unlocked by a passphrase", locked, unlocked,
      target: ItemRow.Target("≤ 1.10 × open", beside.median * 1.10),
      beside: Row.Beside(work: "an open keychain", median: beside.median))
  }

  private func unlocking() throws -> Row {
    var samples = Samples()
    for _ in 0..<max(3, rounds / 200) {
      try engine.lock()
      samples.append(try ItemRow.milliseconds { try engine.unlock(with: passphrase) })
    }
    return ItemRow.make(
      "unlock by the passphrase", locked, samples, unit: "ms", target: .milliseconds(600))
  }

  private func locking() throws -> Row {
    var samples = Samples()
    for _ in 0..<max(3, rounds / 200) {
      try engine.unlock(with: passphrase)
      samples.append(try ItemRow.milliseconds { try engine.lock() })
    }
    return ItemRow.make("lock", locked, samples, unit: "ms", target: .milliseconds(5))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import Security

/// The keychain through the API that apps use, in this process.
struct ItemsBenchmark {
  private let sizes: [Int]
  private let rounds: Int

  init(sizes: [Int]?, isQuick: Bool) {
    self.sizes = sizes ?? (isQuick ? [10, 100] : [10, 1000, 10_000, 100_000])
    rounds = isQuick ? 20 : 2000
  }

  func run() throws -> [Row] { try sizes.flatMap { try rows(count: $0) } }

  private func rows(count: Int) throws -> [Row] {
    StrongroomBench.progress("a keychain of \(count) items")
    let folder = try BenchFolder()
    let path = folder.file("keychain")
    let whole = try WholeKeychain(path, count: count)
    let keychain = whole.keychain
    let lookups = ItemLookups(keychain, path, rounds: rounds)
    let stores = ItemStores(keychain, folder, path, rounds: rounds)
    let rows = try whole.filling + keychain.use { try lookups.rows() + stores.rows() }
    // Where the items take longer to be given other keys than the rest of the benchmark, it would
    // tell no more.
    let locks = count <= 1000 ? try ItemLocks(keychain, folder, rounds: rounds).rows() : []
    return try rows + locks + whole.rows()
  }
}

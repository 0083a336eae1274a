// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What `Benchmarks/peers/peers.py --json` has measured.
struct PeerFigures: Decodable {
  private struct Row: Decodable {
    let work: String
    let cache: Int
    /// Processor time of each engine against the same library without a key.
    let ratios: [String: Double]
  }

  private let rows: [Row]

  /// Reads the file at `path`.
  init(path: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// The ratios of all engines in one step; nil when the peers did not do it.
  func ratios(work: String, cache: Int) -> [String: Double]? {
    rows.first { $0.work == work && $0.cache == cache }?.ratios
  }
}

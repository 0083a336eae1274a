// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import SQLite
import Secrets

/// An encrypted database against the same work in plain SQLite, with equal settings: WAL,
/// `synchronous=NORMAL`, and a page cache of one size.
///
/// In every round both do everything once; who begins alternates.
struct EncryptedBenchmark {
  private let rounds: Int
  private let rowCount: Int

  init(isQuick: Bool) {
    rounds = isQuick ? 2 : 5
    rowCount = isQuick ? 2000 : 600_000
  }

  /// The two that are compared.
  private enum Kind: CaseIterable {
    case plain, encrypted
  }

  func run() throws -> [Row] {
    try [64 << 20, 2 << 20].flatMap { cache in
      var durations: [Kind: [Workload.Step: [Elapsed]]] = [.plain: [:], .encrypted: [:]]
      for round in 0..<rounds {
        StrongroomBench.progress("cache of \(cache >> 20) MB, round \(round + 1) of \(rounds)")
        for kind in round % 2 == 0 ? Kind.allCases : Kind.allCases.reversed() {
          let folder = try BenchFolder()
          let connection = try open(kind, folder.file("bench.db"), cache: cache)
          var workload = Workload(connection, rowCount: rowCount, seed: UInt64(round))
          for step in Workload.Step.allCases {
            let duration = try Stopwatch.measure { try workload.run(step) }
            durations[kind]?[step, default: []].append(duration)
          }
          try connection.close()
        }
      }
      return Workload.Step.allCases.map { step in
        row(step, cache, durations[.plain]?[step] ?? [], durations[.encrypted]?[step] ?? [])
      }
    }
  }

  private func open(_ kind: Kind, _ path: String, cache: Int) throws -> Connection {
    switch kind {
    case .plain:
      let connection = try Connection(path: path)
      try connection.execute(
        """
        PRAGMA cache_size=-\(cache / 1024); PRAGMA synchronous=normal; PRAGMA journal_mode=wal;
        """)
      return connection
    case .encrypted:
      return try EncryptedDatabase.open(
        at: path, key: DatabaseKey.random(),
        options: DatabaseOptions(synchronous: .normal, cacheByteCount: cache))
    }
  }

  private func row(
    _ step: Workload.Step, _ cache: Int, _ plain: [Elapsed], _ encrypted: [Elapsed]
  ) -> Row {
    // Ratios of rounds, not of medians: what slows the machine down slows both of one round.
    let pairs = zip(encrypted, plain)
    return Row(
      work: step.rawValue, subject: "cache of \(cache >> 20) MB", unit: "ms",
      median: Samples(encrypted.map { $0.wall * 1000 }).median,
      beside: .init(work: "plain", median: Samples(plain.map { $0.wall * 1000 }).median),
      ratio: Samples(pairs.map { $0.wall / $1.wall }).median,
      processorRatio: Samples(pairs.map { $0.cpu / $1.cpu }).median,
      target: step == .mixed && cache == 64 << 20 ? "≤ 1.09" : nil, rounds: rounds)
  }
}

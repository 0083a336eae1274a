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
  private let workload: Workload
  private let peers: PeerFigures?

  init(isQuick: Bool, peers: PeerFigures?) throws {
    rounds = isQuick ? 2 : 7
    workload = try Workload(rowCount: isQuick ? 2000 : 600_000)
    self.peers = peers
  }

  /// The two that are compared.
  private enum Kind: CaseIterable {
    case plain, encrypted
  }

  func run() throws -> [Row] {
    var durations: [Kind: [[Elapsed]]] = [:]
    for round in 0..<rounds {
      for kind in round % 2 == 0 ? Kind.allCases : Kind.allCases.reversed() {
        StrongroomBench.progress("\(kind), round \(round + 1) of \(rounds)")
        durations[kind, default: []].append(try once(kind))
      }
    }
    return workload.steps.indices.map { index in
      row(
        workload.steps[index], plain: durations[.plain]?.map { $0[index] } ?? [],
        encrypted: durations[.encrypted]?.map { $0[index] } ?? [])
    }
  }

  /// All steps in a database of their own.
  private func once(_ kind: Kind) throws -> [Elapsed] {
    let folder = try BenchFolder()
    let connection = try open(kind, folder.file("bench.db"))
    let durations = try workload.steps.map { step in
      try workload.prepare(step, connection)
      return try Stopwatch.measure { try workload.run(step, connection) }
    }
    try connection.close()
    return durations
  }

  private func open(_ kind: Kind, _ path: String) throws -> Connection {
    switch kind {
    case .plain:
      let connection = try Connection(path: path)
      try connection.execute("PRAGMA synchronous=normal; PRAGMA journal_mode=wal")
      return connection
    case .encrypted:
      return try EncryptedDatabase.open(
        at: path, key: DatabaseKey.random(), options: DatabaseOptions(synchronous: .normal))
    }
  }

  private func row(_ step: Workload.Step, plain: [Elapsed], encrypted: [Elapsed]) -> Row {
    // Ratios of rounds, not of medians: what slows the machine down slows both of one round.
    let pairs = zip(encrypted, plain)
    return Row(
      work: step.name, subject: "cache of \(step.cache) MB", unit: "ms CPU",
      median: Samples(encrypted.map { $0.cpu * 1000 }).median,
      beside: .init(work: "plain", median: Samples(plain.map { $0.cpu * 1000 }).median),
      ratio: Samples(pairs.map { $0.wall / $1.wall }).median,
      processorRatio: Samples(pairs.map { $0.cpu / $1.cpu }).median,
      peers: peers?.ratios(work: step.name, cache: step.cache), target: step.target,
      rounds: rounds)
  }
}

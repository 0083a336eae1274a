// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// The keychain through the API that apps use, in this process.
struct ItemsBenchmark {
  private let counts: [Int]
  private let rounds: Int

  init(isQuick: Bool) {
    counts = isQuick ? [10, 100] : [10, 1000, 100_000]
    rounds = isQuick ? 20 : 2000
  }

  func run() throws -> [Row] {
    var rows: [Row] = []
    for count in counts {
      StrongroomBench.progress("a keychain of \(count) items")
      let folder = try BenchFolder()
      let keychain = FilledKeychain(in: folder.file("keychain"), count: count)
      try keychain.use {
        rows += lookups(keychain)
        rows.append(try lookupsAfterCommits(keychain))
        rows.append(stores(keychain, folder))
      }
      rows.append(writers(keychain))
    }
    return rows
  }

  // MARK: Reading

  private func lookups(_ keychain: FilledKeychain) -> [Row] {
    let numbers = (0..<rounds).map { _ in Int.random(in: 0..<keychain.count) }
    let queries = numbers.map { FilledKeychain.query($0) }
    let wide = numbers.map { FilledKeychain.query($0, attributes: true) }
    var call = Samples()
    var whole = Samples()
    var attributes = Samples()
    for index in numbers.indices {
      call.append(Self.timed { Self.expectData(numbers[index], Self.find(queries[index])) })
      whole.append(
        Self.timed {
          Self.expectData(numbers[index], Self.find(FilledKeychain.query(numbers[index])))
        })
      attributes.append(Self.timed { Self.expectAttributes(Self.find(wide[index])) })
    }
    return [
      row("look up the data", keychain, call, target: "≤ 25 µs"),
      row("look up the data, with making the query", keychain, whole),
      row("look up data and attributes", keychain, attributes, target: "≤ 40 µs"),
    ]
  }

  private func lookupsAfterCommits(_ keychain: FilledKeychain) throws -> Row {
    let writer = try ForeignWriter(keychain.folder)
    var samples = Samples()
    for _ in 0..<max(20, rounds / 10) {
      writer.commit()
      let number = Int.random(in: 0..<keychain.count)
      let query = FilledKeychain.query(number)
      samples.append(Self.timed { Self.expectData(number, Self.find(query)) })
    }
    return row(
      "look up the data after another process committed", keychain, samples, target: "≤ 70 µs",
      rounds: max(20, rounds / 10))
  }

  private static func find(_ query: CFDictionary) -> CFTypeRef? {
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query, &result)
    precondition(status == errSecSuccess, "an item is not found: \(status)")
    return result
  }

  private static func expectData(_ number: Int, _ result: CFTypeRef?) {
    // The bridge to Data is part of what an app does; comparing lengths costs nothing.
    precondition((result as? Data)?.count == FilledKeychain.password(number).utf8.count)
  }

  private static func expectAttributes(_ result: CFTypeRef?) {
    precondition(result is NSDictionary)
  }

  // MARK: Writing

  private func stores(_ keychain: FilledKeychain, _ folder: BenchFolder) -> Row {
    let append = DurableAppend(in: folder)
    var stores = Samples()
    var appends = Samples()
    let rounds = max(20, rounds / 5)
    for round in 0..<rounds {
      appends.append(Self.timed { append.run() })
      stores.append(Self.timed { FilledKeychain.add("store \(round)") })
    }
    return row(
      "store durably", keychain, stores, target: "≤ 1.5 × fdatasync", rounds: rounds,
      beside: ("fdatasync of 4 KiB", appends.median))
  }

  /// Stores of eight threads, against the same number by one.
  private func writers(_ keychain: FilledKeychain) -> Row {
    let threads = 8
    let each = max(5, rounds / 20)
    let one = keychain.use {
      Stopwatch.wall { for round in 0..<each { FilledKeychain.add("one \(round)") } }
    }
    let all = Stopwatch.wall {
      let group = DispatchGroup()
      for thread in 0..<threads {
        group.enter()
        let connection = keychain.connection
        Thread.detachNewThread {
          KeychainInUse.$connection.withValue(connection) {
            for round in 0..<each { FilledKeychain.add("\(thread) of \(threads): \(round)") }
          }
          group.leave()
        }
      }
      group.wait()
    }
    let alone = Double(each) / one
    let together = Double(each * threads) / all
    return Row(
      work: "stores of 8 threads", subject: "\(keychain.count) items", unit: "stores/s",
      median: together, beside: .init(work: "one thread", median: alone), ratio: together / alone,
      target: "≥ 4 × one thread", rounds: each)
  }

  // MARK: Rows

  private static func timed(_ body: () -> Void) -> Double { Stopwatch.wall(body) * 1e6 }

  private func row(
    _ work: String, _ keychain: FilledKeychain, _ samples: Samples, target: String? = nil,
    rounds: Int? = nil, beside: (work: String, median: Double)? = nil
  ) -> Row {
    Row(
      work: work, subject: "\(keychain.count) items", unit: "µs", median: samples.median,
      percentile95: samples.percentile95,
      beside: beside.map { Row.Beside(work: $0.work, median: $0.median) },
      ratio: beside.map { samples.median / $0.median }, target: target,
      rounds: rounds ?? self.rounds)
  }
}

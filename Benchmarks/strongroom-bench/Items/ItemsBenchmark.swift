// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
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
      let path = folder.file("keychain")
      let keychain = FilledKeychain(at: .folder(path), count: count)
      try keychain.use {
        rows += lookups(keychain)
        rows += try lookupsAfterCommits(keychain, path)
        rows.append(stores(keychain, folder))
      }
      rows.append(writers(keychain))
      if let command = Self.command { rows.append(wholeProcesses(keychain, path, command)) }
    }
    return rows
  }

  // MARK: Reading

  private func lookups(_ keychain: FilledKeychain) -> [Row] {
    let queries = (0..<rounds).map { _ in
      let number = Int.random(in: 0..<keychain.count)
      return (number: number, query: FilledKeychain.query(number))
    }
    let wide = (0..<rounds).map { _ in
      FilledKeychain.query(Int.random(in: 0..<keychain.count), attributes: true)
    }
    var call = Samples()
    var whole = Samples()
    var attributes = Samples()
    for (lookup, wide) in zip(queries, wide) {
      call.append(Self.timed { Self.expectData(lookup.number, Self.find(lookup.query)) })
      let another = Int.random(in: 0..<keychain.count)
      whole.append(
        Self.timed { Self.expectData(another, Self.find(FilledKeychain.query(another))) })
      attributes.append(Self.timed { Self.expectAttributes(Self.find(wide)) })
    }
    return [
      row("look up the data", keychain, call, target: "≤ 25 µs"),
      row("look up the data, with making the query", keychain, whole),
      row("look up data and attributes", keychain, attributes, target: "≤ 40 µs"),
    ]
  }

  /// At once, when this process has slept and the processor's caches hold the other's work, and in
  /// a process that is busy: what the commit alone costs.
  private func lookupsAfterCommits(
    _ keychain: FilledKeychain, _ path: String
  ) throws -> [Row] {
    let elsewhere = FilledKeychain(at: .memory, count: 10)
    let writer = try ForeignWriter(path)
    let rounds = max(20, rounds / 10)
    return [false, true].map { isBusy in
      var samples = Samples()
      for _ in 0..<rounds {
        writer.commit()
        if isBusy {
          elsewhere.use { for number in 0..<10 { _ = Self.find(FilledKeychain.query(number)) } }
        }
        let number = Int.random(in: 0..<keychain.count)
        let query = FilledKeychain.query(number)
        samples.append(Self.timed { Self.expectData(number, Self.find(query)) })
      }
      return row(
        isBusy
          ? "look up the data after another process committed"
          : "the same at once, by a process that slept", keychain, samples,
        target: isBusy ? "≤ 70 µs" : nil, rounds: rounds)
    }.reversed()
  }

  /// The command, where it was built beside this program.
  private static var command: String? {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let path = folder.appending(path: "security").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  private func wholeProcesses(
    _ keychain: FilledKeychain, _ path: String, _ command: String
  ) -> Row {
    var samples = Samples()
    let rounds = max(5, rounds / 20)
    for _ in 0..<rounds {
      let number = Int.random(in: 0..<keychain.count)
      let arguments = [
        command, "find-generic-password", "-w", "-s", FilledKeychain.service(number), "-a",
        FilledKeychain.account(number),
      ]
      samples.append(
        Self.timed {
          let environment = ["STRONGROOM_KEYCHAIN=file:\(path)"]
          let isFound = WholeProcess.run(arguments, environment: environment)
          precondition(isFound, "the command does not find an item")
        })
    }
    return row(
      "security find-generic-password -w, whole process", keychain, samples, target: "≤ 6 ms",
      rounds: rounds)
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

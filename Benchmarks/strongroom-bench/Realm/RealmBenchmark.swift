// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

/// A record of about 150 bytes.
final class Record: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted var weight: Double
  @Persisted var payload: Data

  convenience init(_ number: Int, weight: Double) {
    self.init()
    id = number
    name = "record \(10_000_000 + number)"
    self.weight = weight
    payload = Self.payload
  }

  private static let payload = Data((0..<100).map { UInt8(truncatingIfNeeded: $0 &* 97) })
}

/// The same with an index over the weight.
final class IndexedRecord: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted(indexed: true) var weight: Double
}

/// The object store, encrypted, through the API that apps use.
struct RealmBenchmark {
  private let small: Int
  private let large: Int
  private let rounds: Int

  init(isQuick: Bool) {
    small = isQuick ? 1000 : 100_000
    large = isQuick ? 5000 : 1_000_000
    rounds = isQuick ? 2 : 5
  }

  func run() throws -> [Row] {
    var rows = [try bulk()]
    rows += try single()
    rows += try reading()
    return rows
  }

  // MARK: Writing

  private func bulk() throws -> Row {
    StrongroomBench.progress("\(small) objects in one transaction")
    var samples = Samples()
    for _ in 0..<rounds {
      let folder = try BenchFolder()
      let realm = try open(folder)
      samples.append(
        try Stopwatch.wall {
          try realm.write {
            for number in 0..<small { realm.add(Record(number, weight: Double(number))) }
          }
        } * 1e3)
    }
    return row("add objects in one transaction", small, "ms", samples, target: "≤ 250 ms")
  }

  /// One object a transaction: the first tenth and the last beside each other.
  private func single() throws -> [Row] {
    let count = small / 10
    StrongroomBench.progress("\(count) transactions of one object")
    let folder = try BenchFolder()
    let realm = try open(folder)
    let append = DurableAppend(in: folder)
    var all: [Double] = []
    var appends = Samples()
    for number in 0..<count {
      if number.isMultiple(of: 20) { appends.append(Stopwatch.wall { append.run() } * 1e3) }
      let record = Record(number, weight: 1)
      all.append(try Stopwatch.wall { try realm.write { realm.add(record) } } * 1e3)
    }
    let tenth = count / 10
    let first = Samples(Array(all.prefix(tenth)))
    let last = Samples(Array(all.suffix(tenth)))
    return [
      Row(
        work: "one-object transaction", subject: "\(count) objects", unit: "ms",
        median: Samples(all).median, percentile95: Samples(all).percentile95,
        beside: .init(work: "fdatasync of 4 KiB", median: appends.median),
        ratio: Samples(all).median / appends.median, target: "≤ 1.2 ms", rounds: count),
      Row(
        work: "the last tenth against the first", subject: "\(count) objects", unit: "ms",
        median: last.median, percentile95: last.percentile95,
        beside: .init(work: "the first tenth", median: first.median),
        ratio: last.median / first.median, target: "not growing", rounds: tenth),
    ]
  }

  // MARK: Reading

  private func reading() throws -> [Row] {
    StrongroomBench.progress("filling \(large) objects")
    let folder = try BenchFolder()
    try fill(folder)
    StrongroomBench.progress("reading \(large) objects")
    var rows: [Row] = []
    var opening = Samples()
    var keys = Samples()
    var iterating = Samples()
    var filtering = Samples()
    var indexed = Samples()
    for _ in 0..<rounds {
      // Each on a thread of its own, so that each has an empty cache.
      try onThread {
        opening.append(try Stopwatch.wall { _ = try open(folder) } * 1e3)
        let realm = try open(folder)
        let queries = 20_000
        for _ in 0..<queries { touch(realm) }
        keys.append(
          Stopwatch.wall { for _ in 0..<queries { touch(realm) } } / Double(queries) * 1e6)
      }
      try onThread {
        let realm = try open(folder)
        iterating.append(
          Stopwatch.wall {
            var bytes = 0
            var sum = 0.0
            for record in realm.objects(Record.self) {
              bytes += record.payload.count
              sum += record.weight
            }
            precondition(bytes == large * 100 && sum > 0)
          } * 1e3)
      }
      try onThread {
        let realm = try open(folder)
        filtering.append(
          Stopwatch.wall {
            let found = realm.objects(Record.self).where { $0.weight > 0.99 }
            precondition(found.count > 0)
          } * 1e3)
      }
      try onThread {
        let realm = try open(folder)
        indexed.append(
          Stopwatch.wall {
            let found = realm.objects(IndexedRecord.self).where { $0.weight > 0.99 }
            precondition(found.count > 0)
          } * 1e3)
      }
    }
    rows.append(row("open", large, "ms", opening, target: "≤ 5 ms"))
    rows.append(row("read by Int primary key, warm", large, "µs", keys, target: "≤ 7 µs"))
    rows.append(row("iterate, two properties", large, "ms", iterating, target: "≤ 750 ms"))
    rows.append(row("filter on a Double, no index", large, "ms", filtering, target: "≤ 220 ms"))
    rows.append(row("filter on a Double, index", large, "ms", indexed, target: "≤ 20 ms"))
    return rows
  }

  private func touch(_ realm: Realm) {
    let id = Int.random(in: 0..<large)
    let record = realm.object(ofType: Record.self, forPrimaryKey: id)
    precondition(record?.id == id && record?.payload.count == 100)
  }

  private func fill(_ folder: BenchFolder) throws {
    let realm = try open(folder)
    var generator = SystemRandomNumberGenerator()
    for start in stride(from: 0, to: large, by: 100_000) {
      try realm.write {
        for number in start..<min(start + 100_000, large) {
          let weight = Double.random(in: 0..<1, using: &generator)
          realm.add(Record(number, weight: weight))
          let indexed = IndexedRecord()
          indexed.id = number
          indexed.name = "record \(number)"
          indexed.weight = weight
          realm.add(indexed)
        }
      }
    }
  }

  // MARK: Surroundings

  private func open(_ folder: BenchFolder) throws -> Realm {
    try Realm(configuration: Self.configuration(folder.file("bench.realm")))
  }

  /// How every process opens a realm that is measured.
  static func configuration(
    _ path: String, _ classes: [ObjectBase.Type] = [Record.self, IndexedRecord.self]
  ) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(filePath: path), encryptionKey: Data((0..<64).map { UInt8(3 &* $0 &+ 1) }),
      objectTypes: classes)
  }

  private func onThread(_ body: @escaping () throws -> Void) throws {
    let work = Work(body)
    Thread.detachNewThread { work.run() }
    work.done.wait()
    try work.result.get()
  }

  /// Work that another thread does while this one waits.
  private final class Work: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    private(set) var result: Result<Void, any Error> = .success(())
    private let body: () throws -> Void

    init(_ body: @escaping () throws -> Void) { self.body = body }

    func run() {
      result = Result { try body() }
      done.signal()
    }
  }

  private func row(
    _ work: String, _ count: Int, _ unit: String, _ samples: Samples, target: String
  ) -> Row {
    Row(
      work: work, subject: "\(count) objects", unit: unit, median: samples.median,
      percentile95: samples.percentile95, target: target, rounds: rounds)
  }
}

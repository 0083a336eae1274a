// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift

/// A record that leads to another one, and has a list.
final class LinkedRecord: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted var weight: Double
  @Persisted var next: LinkedRecord?
  @Persisted var numbers: List<Int>
}

/// How long it takes from a commit to the call of who observes all objects, one of which has
/// changed.
struct NotificationBenchmark {
  let isQuick: Bool

  /// Who commits.
  private enum Committer: String, CaseIterable {
    case own = "its own realm"
    case thread = "another thread"
    case process = "another process"
  }

  func rows() throws -> [Row] {
    var rows = [
      try row("commit of another process until told", 10, .process, 200, target: "≤ 5 ms")
    ]
    for count in isQuick ? [100] : [1000, 10_000, 100_000] {
      for committer in Committer.allCases {
        let rounds = isQuick ? 3 : min(100, 1_000_000 / count)
        rows.append(
          try row("commit of \(committer.rawValue) until told", count, committer, rounds))
      }
    }
    for committer in Committer.allCases {
      rows.append(
        try row(
          "commit of \(committer.rawValue) until told, links", isQuick ? 100 : 10_000, committer,
          isQuick ? 3 : 50, linked: true))
    }
    return rows
  }

  private func row(
    _ work: String, _ count: Int, _ committer: Committer, _ rounds: Int, linked: Bool = false,
    target: String? = nil
  ) throws -> Row {
    StrongroomBench.progress("\(count) objects observed, \(committer.rawValue) commits")
    let folder = try BenchFolder()
    let path = folder.file("bench.realm")
    try fill(path, count, linked: linked)
    let observer = try Observer(path, linked: linked)
    let latencies = try measure(committer, path, count, isQuick ? 3 : rounds, observer)
    return Row(
      work: work, subject: "\(count) objects", unit: "ms", median: latencies.median,
      percentile95: latencies.percentile95, target: target, rounds: latencies.count)
  }

  /// How every process opens a realm whose observers are measured.
  static func configuration(_ path: String) -> Realm.Configuration {
    RealmBenchmark.configuration(path, [Record.self, LinkedRecord.self])
  }

  private func fill(_ path: String, _ count: Int, linked: Bool) throws {
    let realm = try Realm(configuration: NotificationBenchmark.configuration(path))
    try realm.write {
      for number in 0..<count { realm.add(Record(number, weight: Double(number))) }
      guard linked else { return }
      var next: LinkedRecord?
      for number in 0..<count {
        let record = LinkedRecord(value: ["id": number, "name": "record \(number)"])
        realm.add(record)
        record.next = next
        record.numbers.append(objectsIn: [number, number + 1, number + 2])
        next = record
      }
    }
  }

  private func measure(
    _ committer: Committer, _ path: String, _ count: Int, _ rounds: Int, _ observer: Observer
  ) throws -> Samples {
    let process = committer == .process ? try RealmWriter(path, count: count) : nil
    let realm = try Realm(configuration: NotificationBenchmark.configuration(path))
    var latencies = Samples()
    // The first one is not counted.
    for round in 0...rounds {
      let committed: UInt64
      switch committer {
      case .own: committed = try observer.commit(count)
      case .thread:
        try RealmWriter.change(realm, count)
        committed = DispatchTime.now().uptimeNanoseconds
      case .process: committed = process?.commit() ?? 0
      }
      let told = observer.awaitTold()
      if round > 0 { latencies.append(Double(max(told, committed) - committed) / 1e6) }
    }
    return latencies
  }

  /// A queue that observes all objects.
  private final class Observer: @unchecked Sendable {
    private let queue = DispatchQueue(label: "observer")
    private let told = DispatchSemaphore(value: 0)
    private var realm: Realm?
    private var token: NotificationToken?
    private var time: UInt64 = 0

    init(_ path: String, linked: Bool) throws {
      try queue.sync {
        let realm = try Realm(
          configuration: NotificationBenchmark.configuration(path), queue: queue)
        token =
          linked
          ? realm.objects(LinkedRecord.self).observe { [unowned self] _ in tell() }
          : realm.objects(Record.self).observe { [unowned self] _ in tell() }
        self.realm = realm
      }
      // What it begins with.
      _ = awaitTold()
    }

    private func tell() {
      time = DispatchTime.now().uptimeNanoseconds
      told.signal()
    }

    func commit(_ count: Int) throws -> UInt64 {
      try queue.sync {
        if let realm { try RealmWriter.change(realm, count) }
        return DispatchTime.now().uptimeNanoseconds
      }
    }

    func awaitTold() -> UInt64 {
      told.wait()
      return queue.sync { time }
    }
  }
}

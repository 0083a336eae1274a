// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Dispatch
import Foundation
import RealmSwift
import Synchronization
import TestFolders
import Testing

@Suite("notifications across processes") struct NotificationProcessTests {
  private let folder = TemporaryFolder()

  /// A queue that observes what a worker writes.
  private final class WriterObserver: @unchecked Sendable {
    private let queue = DispatchQueue(label: "observer")
    private let told = DispatchSemaphore(value: 0)
    private var token: NotificationToken?
    private let last = Mutex((number: -1, time: UInt64(0)))

    init(_ path: String) throws {
      try queue.sync {
        let realm = try Realm(configuration: Shared.configuration(path), queue: queue)
        token = realm.objects(Shared.Writer.self).observe { [unowned self] change in
          let time = DispatchTime.now().uptimeNanoseconds
          guard case .update(let rows, _, _, _) = change else { return note(0, time) }
          note(rows.first?.number ?? 0, time)
        }
      }
    }

    private func note(_ number: Int, _ time: UInt64) {
      last.withLock { $0 = (number, time) }
      told.signal()
    }

    /// When a number was told; nil if it is not within a minute.
    func time(of number: Int) -> UInt64? {
      while last.withLock({ $0.number }) < number {
        guard told.wait(timeout: .now() + 60) == .success else { return nil }
      }
      return last.withLock { $0.time }
    }
  }

  @Test("no commit of another process is missed, with the kernel's word alone")
  func nothingMissed() async {
    let path = folder.file("a.realm")
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [path = path as String] in
      LogWatching.stop()
      let observer = try WriterObserver(path)
      try #require(observer.time(of: 0) != nil)
      let worker = ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), "step", path, "1"])
      let count = LongForm.count(short: 300, long: 10_000)
      var latencies: [Int] = []
      for number in 1...count {
        let committed = try #require(worker.ask("").flatMap { UInt64($0) })
        let told = try #require(observer.time(of: number), "commit \(number) was missed")
        latencies.append(told > committed ? Int(told - committed) / 1000 : 0)
      }
      latencies.sort()
      LongForm.report(
        "commits of another process",
        ["commits": count, "median µs": latencies[count / 2], "last µs": latencies[count - 1]])
    }
    // What the long form reports.
    for line in String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      .split(separator: "\n") where line.hasPrefix("torture:")
    { print(line) }
  }

  @Test("commits in quick succession are told up to the last")
  func succession() throws {
    let path = folder.file("a.realm")
    let observer = try WriterObserver(path)
    #expect(observer.time(of: 0) != nil)
    let times = LongForm.count(short: 200, long: 2000)
    let worker = ChildProcess([
      BuiltExecutable.path("RealmSwiftWorker"), "count", path, "1", "\(times)",
    ])
    #expect(worker.line() == "done")
    #expect(observer.time(of: times) != nil)
  }

  @Test("a commit is noticed where nobody can tell of it")
  func withoutSignal() throws {
    let path = folder.file("a.realm")
    let observer = try WriterObserver(path)
    #expect(observer.time(of: 0) != nil)
    // The worker cannot write there.
    try FileManager.default.removeItem(atPath: path + ".notify")
    try FileManager.default.createDirectory(
      atPath: path + ".notify", withIntermediateDirectories: false)
    let worker = ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), "step", path, "1"])
    #expect(worker.ask("") != nil)
    #expect(observer.time(of: 1) != nil)
  }

  @Test("a file of that kind that was replaced is watched again")
  func replaced() throws {
    let path = folder.file("a.realm")
    let observer = try WriterObserver(path)
    #expect(observer.time(of: 0) != nil)
    try FileManager.default.removeItem(atPath: path + ".notify")
    let worker = ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), "step", path, "1"])
    for number in 1...3 {
      #expect(worker.ask("") != nil)
      #expect(observer.time(of: number) != nil)
    }
    #expect(FileManager.default.fileExists(atPath: path + ".notify"))
  }

  @Test("a file that nobody observes has nothing beside it, and none is left after deleting")
  func files() throws {
    let path = folder.file("a.realm")
    let signal = path + ".notify"
    let configuration = Shared.configuration(path)
    do {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.add(Shared.Writer()) }
      #expect(!FileManager.default.fileExists(atPath: signal))
      let token = realm.observe { _, _ in }
      #expect(FileManager.default.fileExists(atPath: signal))
      token.invalidate()
    }
    #expect(try Realm.deleteFiles(for: configuration))
    #expect(!FileManager.default.fileExists(atPath: signal))
  }
}

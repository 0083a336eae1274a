// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Dispatch
import Foundation
import RealmSwift
import TestFolders
import Testing

/// A worker has ended before its time.
private struct WorkerEnded: Error {}

/// Who commits, again and again.
enum LogWriter: String, CaseIterable, Codable, CustomTestStringConvertible {
  case thisProcess = "this process"
  case another = "another process"

  var testDescription: String { rawValue }

  /// Writes 20,000 bytes so many times, and keeps no thread from those who read.
  func write(_ path: String, times: Int) async throws {
    let queue = DispatchQueue(label: "writer")
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      queue.async {
        done.resume(
          with: Result {
            guard self == .another else { return try Self.write(path, times: times, on: queue) }
            let worker = ChildProcess([
              BuiltExecutable.path("RealmSwiftWorker"), "overwrite", path, "\(times)",
            ])
            while let line = worker.line() { if line == "done" { return } }
            throw WorkerEnded()
          })
      }
    }
  }

  private static func write(_ path: String, times: Int, on queue: DispatchQueue) throws {
    let realm = try Realm(configuration: Shared.configuration(path), queue: queue)
    for number in 1...times {
      try realm.write {
        let part = realm.objects(Shared.Part.self).first ?? realm.create(Shared.Part.self)
        part.filler = Data(repeating: UInt8(truncatingIfNeeded: number), count: 20_000)
        part.number = number
      }
    }
  }
}

/// A realm that reads, and is then left.
private actor Reader {
  private var realm: Realm!
  private var token: NotificationToken?
  private var following: Task<Void, any Error>?

  func read(_ path: String) async throws {
    realm = try await Realm(configuration: Shared.configuration(path), actor: self)
    #expect(realm.objects(Shared.Part.self).count == 1)
  }

  func observe() {
    token = realm.objects(Shared.Part.self).observe { _ in }
  }

  func follow() { following = Task { for await _ in realm.objects(Shared.Part.self).changes {} } }

  func number() -> Int? { realm.objects(Shared.Part.self).first?.number }

  func end() { following?.cancel() }
}

// Each in a process of its own: the threads of actors are few, and other tests hold them up.
@Suite("the log beside long-lived realms", .timeLimit(.minutes(10))) struct LogTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("a.realm") }
  private static let times = LongForm.count(short: 1000, long: 20_000)

  /// The size of the log, after so many commits, in bytes.
  private static func logSize(_ path: String, beside what: String) throws -> Int {
    let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
    LongForm.report("the log beside \(what)", ["commits": times, "KiB": size >> 10])
    return size
  }

  /// Passes on what the long form reports.
  private func report(_ result: ExitTest.Result?) {
    for line in String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      .split(separator: "\n") where line.hasPrefix("torture:")
    { print(line) }
  }

  private static func open(_ path: String) throws -> UncheckedRealm {
    let realm = try Realm(configuration: Shared.configuration(path))
    try realm.write { realm.add(Shared.Part()) }
    return UncheckedRealm(realm)
  }

  private static func read(_ path: String, on queue: DispatchQueue) throws -> UncheckedRealm {
    try queue.sync {
      let realm = try Realm(configuration: Shared.configuration(path), queue: queue)
      try #require(realm.objects(Shared.Part.self).count == 1)
      return UncheckedRealm(realm)
    }
  }

  @Test("does not grow without bound beside realms that are left", arguments: LogWriter.allCases)
  func idle(_ writer: LogWriter) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [path = path as String, writer = writer as LogWriter] in
      _ = try LogTests.open(path)
      let reader = Reader()
      try await reader.read(path)
      let queue = DispatchQueue(label: "reader")
      let onQueue = try LogTests.read(path, on: queue)
      try await writer.write(path, times: LogTests.times)
      let size = try LogTests.logSize(path, beside: "realms that are left, by \(writer.rawValue)")
      try #require(size <= 12 << 20)
      try #require(await reader.number() == LogTests.times)
      let number = queue.sync { onQueue.realm.objects(Shared.Part.self).first?.number }
      try #require(number == LogTests.times)
    }
    report(result)
  }

  @Test(
    "does not grow without bound beside realms that are observed", arguments: LogWriter.allCases)
  func observed(_ writer: LogWriter) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [path = path as String, writer = writer as LogWriter] in
      _ = try LogTests.open(path)
      let reader = Reader()
      try await reader.read(path)
      await reader.observe()
      let follower = Reader()
      try await follower.read(path)
      await follower.follow()
      let queue = DispatchQueue(label: "reader")
      let onQueue = try LogTests.read(path, on: queue)
      let token = queue.sync { onQueue.realm.objects(Shared.Part.self).observe { _ in } }
      try await writer.write(path, times: LogTests.times)
      let size = try LogTests.logSize(
        path, beside: "realms that are observed, by \(writer.rawValue)")
      try #require(size <= 12 << 20)
      try #require(await reader.number() == LogTests.times)
      token.invalidate()
      await follower.end()
    }
    report(result)
  }

  @Test(
    "grows while a frozen realm shows an old version, and shrinks then",
    arguments: LogWriter.allCases)
  func frozen(_ writer: LogWriter) async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { [path = path as String, writer = writer as LogWriter] in
      let live = try LogTests.open(path)
      var frozen: UncheckedRealm? = UncheckedRealm(live.realm.freeze())
      try await writer.write(path, times: LogTests.times)
      let size = try LogTests.logSize(path, beside: "a frozen realm, by \(writer.rawValue)")
      try #require(size > LogTests.times * 20_000)
      try #require(frozen?.realm.objects(Shared.Part.self).first?.number == 0)
      frozen = nil
      try await writer.write(path, times: 40)
      let after = try LogTests.logSize(path, beside: "no frozen realm, by \(writer.rawValue)")
      try #require(after <= 12 << 20)
      withExtendedLifetime(live) {}
    }
    report(result)
  }
}

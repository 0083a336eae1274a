// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import Foundation
import Glibc
import RealmSwift
import SQLite
import Synchronization
import TestFolders
import Testing

@Suite("shouldCompactOnLaunch") struct CompactionTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("a.realm") }

  @Test("compacting is asked about once, and makes the file small")
  func compact() throws {
    try Realm.Configuration.notes(path).fill(count: 300)
    try {
      let realm = try Realm(configuration: .notes(path))
      try realm.write { realm.delete(realm.objects(Jotting.self)) }
    }()
    let size = FileBytes.read(path)!.count
    let asked = Mutex<[(total: Int, used: Int)]>([])
    var configuration = Realm.Configuration.notes(path)
    configuration.shouldCompactOnLaunch = { total, used in
      asked.withLock { $0.append((total, used)) }
      return true
    }
    let realm = try Realm(configuration: configuration)
    _ = try Realm(configuration: configuration)
    let answers = asked.withLock { $0 }
    #expect(answers.count == 1)
    #expect(answers.first.map { $0.total == size && $0.used < size / 4 } == true)
    #expect(FileBytes.read(path)!.count < size / 4)
    #expect(realm.isEmpty)
  }

  @Test("a file is not made compact while somebody writes")
  func compactInUse() throws {
    try Realm.Configuration.notes(path).fill(count: 30)
    var configuration = Realm.Configuration.notes(path)
    configuration.shouldCompactOnLaunch = { _, _ in true }
    let writer = try EncryptedDatabase.open(
      at: path, key: DatabaseKey(copying: Data.key(1).span.bytes))
    try writer.execute("BEGIN IMMEDIATE")
    let realm = try Realm(configuration: configuration)
    #expect(realm.objects(Jotting.self).count == 30)
    try writer.execute("COMMIT")
  }

  @Test("a file is left as it is where nobody wants it compact, and made so without encryption too")
  func decisions() throws {
    for key in [nil, Data.key(1)] {
      let path = folder.file(key == nil ? "plain.realm" : "encrypted.realm")
      let plain = Realm.Configuration.notes(path, key: key)
      try plain.fill(count: 300)
      try {
        let realm = try Realm(configuration: plain)
        try realm.write { realm.delete(realm.objects(Jotting.self).where { $0.id >= 10 }) }
      }()
      let size = FileBytes.read(path)!.count
      for answer in [false, true] {
        var configuration = plain
        configuration.shouldCompactOnLaunch = { _, _ in answer }
        try {
          let realm = try Realm(configuration: configuration)
          #expect(realm.objects(Jotting.self).map(\.id) == Array(0..<10))
        }()
        let now = FileBytes.read(path)!.count
        #expect(answer ? now < size / 4 : now == size)
      }
    }
  }

  /// A file of the worker's, most of which is not in use; the log keeps the last of it where it is
  /// killed.
  private func fill(_ path: String) throws {
    let realm = try Realm(configuration: Shared.configuration(path))
    let filler = Data(repeating: 7, count: 3000)
    for _ in 0..<10 {
      try realm.write {
        for number in 0..<200 { realm.add(Shared.Part(value: [number, filler] as [Any])) }
      }
    }
    try realm.write { realm.delete(realm.objects(Shared.Part.self).where { $0.number >= 20 }) }
  }

  @Test("another process that reads keeps a file from being made compact, and reads on")
  func otherProcess() throws {
    try fill(path)
    let size = FileBytes.read(path)!.count
    let reader = ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), "hold", path])
    #expect(reader.line() == "200")
    // So that its snapshot is an old one.
    try {
      let realm = try Realm(configuration: Shared.configuration(path))
      try realm.write { realm.delete(realm.objects(Shared.Part.self).where { $0.number == 0 }) }
    }()
    let compact = { ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), "compact", path]) }
    for _ in 0..<2 {
      let worker = compact()
      #expect(worker.line() == "begin" && worker.line() == "190")
    }
    #expect(reader.ask("") == "200")
    #expect(FileBytes.read(path)!.count == size)
    reader.wait()
    let worker = compact()
    #expect(worker.line() == "begin" && worker.line() == "190")
    #expect(worker.wait() == .exit(0))
    #expect(FileBytes.read(path)!.count < size / 4)
  }

  @Test("what the log of a killed process holds is in the compact file")
  func log() throws {
    let writer = ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), "write", path, "1"])
    var last = 0
    while last < 50 { last = try #require(writer.line().flatMap { Int($0) }) }
    writer.kill()
    while let line = writer.line() { last = try #require(Int(line)) }
    writer.wait()
    #expect(FileBytes.read(path + "-wal")!.count > 100_000)
    let asked = Mutex(0)
    var configuration = Shared.configuration(path)
    configuration.shouldCompactOnLaunch = { total, used in
      asked.withLock { $0 = total }
      return used <= total
    }
    let realm = try Realm(configuration: configuration)
    let number = realm.object(ofType: Shared.Writer.self, forPrimaryKey: 1)?.number ?? 0
    #expect(number == last || number == last + 1)
    #expect(realm.objects(Shared.Part.self).allSatisfy { $0.number == number })
    // What was told is what the file is with its log carried over.
    #expect(asked.withLock { $0 } >= FileBytes.read(path)!.count)
    try expectWhole(path)
  }

  @Test("a process that is killed while it makes a file compact leaves it whole")
  func killed() throws {
    var isOlder = 0
    for round in 0..<LongForm.count(short: 12, long: 200) {
      let path = folder.file("\(round).realm")
      try fill(path)
      let size = FileBytes.read(path)!.count
      let worker = ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), "compact", path])
      #expect(worker.line() == "begin")
      // Killed at another moment each time: when so much of the new file is in the log.
      while Self.size(path + "-wal") < (round % 12) * 80_000, Self.size(path) == size {
        sched_yield()
      }
      worker.kill()
      worker.wait()
      if Self.size(path) == size { isOlder += 1 }
      let realm = try Realm(configuration: Shared.configuration(path))
      #expect(realm.objects(Shared.Part.self).map(\.number) == (0..<10).flatMap { _ in 0..<20 })
      try expectWhole(path)
    }
    #expect(isOlder > 0)
  }

  private static func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }

  private func expectWhole(_ path: String) throws {
    let report = try EncryptedDatabase.verify(
      at: path, key: DatabaseKey(copying: Worker.key.span.bytes))
    #expect(report.isWhole)
  }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import Foundation
import RealmSwift
import TestFolders
import Testing

/// The worker's classes, as it declares them.
enum Shared {
  class Writer: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var number: Int
    @Persisted var parts: List<Part>
  }

  class Part: Object {
    @Persisted var number: Int
    @Persisted var filler: Data
  }

  static func configuration(_ path: String) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), encryptionKey: Worker.key,
      objectTypes: [Writer.self, Part.self])
  }
}

@Suite struct Processes {
  let folder = TemporaryFolder()
  var path: String { folder.file("a.realm") }

  func worker(_ command: String, _ arguments: String...) -> ChildProcess {
    ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), command, path] + arguments)
  }

  func expectWhole() throws {
    let report = try EncryptedDatabase.verify(
      at: path, key: DatabaseKey(copying: Worker.key.span.bytes))
    #expect(report.isWhole)
  }

  @Test(
    "processes write to one file in turn, and it is made by one of them", arguments: [2, 4],
    ["encrypted", "plain"])
  func writers(_ count: Int, _ kind: String) throws {
    let times = LongForm.count(short: 40, long: 1000)
    let writers = (1...count).map { worker("count", "\($0)", "\(times)", kind) }
    let reader = worker("read", kind)
    for writer in writers {
      reader.send(["", "", ""])
      for _ in 0..<3 { #expect(reader.line() == "whole") }
      #expect(writer.line() == "done")
    }
    #expect(reader.ask("") == "whole")
    var configuration = Shared.configuration(path)
    if kind == "plain" { configuration.encryptionKey = nil }
    let realm = try Realm(configuration: configuration)
    let numbers = realm.objects(Shared.Writer.self).map { [$0.id, $0.number] }
    #expect(numbers == [[0, count * times]] + (1...count).map { [$0, times] })
    if kind == "encrypted" { try expectWhole() }
  }

  @Test("processes that make a file at once make one", arguments: ["encrypted", "plain"])
  func makers(_ kind: String) {
    for round in 0..<LongForm.count(short: 8, long: 200) {
      let path = folder.file("\(kind)\(round).realm")
      let makers = (1...5).map {
        ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), "count", path, "\($0)", "1", kind])
      }
      for maker in makers { #expect(maker.line() == "done") }
    }
  }

  @Test("a process sees what another commits when it asks")
  func refresh() throws {
    let realm = try Realm(configuration: Shared.configuration(path))
    #expect(realm.isEmpty)
    #expect(worker("count", "1", "3").line() == "done")
    #expect(realm.isEmpty)
    #expect(realm.refresh())
    #expect(realm.object(ofType: Shared.Writer.self, forPrimaryKey: 1)?.number == 3)
  }

  @Test("every transaction that a killed process was told of is there, and none by half")
  func killed() throws {
    var last = 0
    for round in 0..<LongForm.count(short: 100, long: 500) {
      let writer = worker("write", "1")
      // Killed after another number of transactions each time, in the midst of the next.
      for _ in 0...(round % 5) {
        let number = try #require(writer.line().flatMap { Int($0) })
        #expect(number == last + 1)
        last = number
      }
      writer.kill()
      while let line = writer.line() { last = try #require(Int(line)) }
      writer.wait()
      let realm = try Realm(configuration: Shared.configuration(path))
      let row = try #require(realm.object(ofType: Shared.Writer.self, forPrimaryKey: 1))
      #expect(row.number == last || row.number == last + 1)
      let number = row.number
      #expect(row.parts.count == 10)
      #expect(
        row.parts.allSatisfy {
          $0.number == number
            && $0.filler == Data(repeating: UInt8(truncatingIfNeeded: number), count: 700)
        })
      last = number
    }
    LongForm.report("a realm's writer killed", ["transactions": last])
    try expectWhole()
  }

  @Test("a transaction for which there is no room is taken back whole")
  func full() throws {
    let worker = worker("fill")
    let error = worker.line() ?? "nothing"
    #expect(error.hasPrefix("outOfDiskSpace: ") && error.contains(path), "\(error)")
    #expect(worker.line() == "1 and 0")
    #expect(worker.line() == "2")
    #expect(worker.line() == nil)
    try expectWhole()
  }
}

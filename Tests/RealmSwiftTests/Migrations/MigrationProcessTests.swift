// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Dispatch
import Foundation
import MigratedRealms
import ProcessMemory
import RealmSwift
import Synchronization
import TestFolders
import Testing

@Suite("migrations and other processes") struct MigrationProcessTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("a.realm") }

  private func worker(_ command: String, _ arguments: String...) -> ChildProcess {
    ChildProcess([BuiltExecutable.path("RealmSwiftWorker"), command, path] + arguments)
  }

  @Test("of several who want to migrate a file one does", arguments: ["keys swapped", "renaming"])
  func race(_ name: String) throws {
    let kind = try #require(MigrationKind.named(name))
    try kind.make(path, key: Worker.key)
    let reference = folder.file("b.realm")
    try kind.make(reference, key: nil)
    let expected = contents(of: try Realm(configuration: kind.after(reference, key: nil)))
    let workers = (0..<4).map { _ in worker("migrate", name) }
    var ran = 0
    for worker in workers {
      worker.send(Array(repeating: "", count: 1000))
      worker.endInput()
    }
    for worker in workers {
      var last: String?
      while let line = worker.line() {
        if line == "begins" { ran += 1 }
        last = line
      }
      #expect(last == "done")
    }
    #expect(ran == 1)
    #expect(contents(of: try Realm(configuration: kind.after(path, key: Worker.key))) == expected)
  }

  @Test("of several threads that want to migrate a file one does")
  func threads() throws {
    let kind = try #require(MigrationKind.named("keys swapped"))
    try kind.make(path, key: nil)
    let runs = Atomic<Int>(0)
    let failures = Mutex<[String]>([])
    var configuration = kind.after(path, key: nil)
    let block = try #require(kind.block)
    configuration.migrationBlock = {
      runs.add(1, ordering: .relaxed)
      block($0, $1)
    }
    DispatchQueue.concurrentPerform(iterations: 4) { [configuration] _ in
      do {
        let realm = try Realm(configuration: configuration)
        if realm.dynamicObjects("Thing").count != 5 { failures.withLock { $0.append("count") } }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(runs.load(ordering: .relaxed) == 1)
  }

  @Test(
    "a program that has the file open as it was reads and writes nothing wrong",
    arguments: [
      "key coming", "key going", "required", "optional", "retyping", "renaming", "embedding",
      "coming and going", "text key",
    ])
  func stays(_ name: String) throws {
    let kind = try #require(MigrationKind.named(name))
    try kind.make(path, key: Worker.key)
    let stay = worker("stay", name)
    #expect(stay.line() == "open")
    #expect(stay.ask("read") == "well" && stay.ask("write") == "well")
    let migrate = worker("migrate", name)
    migrate.send(Array(repeating: "", count: 1000))
    while let line = migrate.line(), line != "done" {
      // Until it is committed, nothing has changed.
      if line == "begins" { #expect(stay.ask("read") == "well") }
    }
    for command in ["read", "write", "read", "write"] {
      let answer = stay.ask(command) ?? "nothing"
      #expect(
        answer.hasPrefix("schemaMismatch: ") && answer.contains("migrated it to 2"), "\(answer)")
    }
    #expect(contents(of: try Realm(configuration: kind.after(path, key: Worker.key))).count > 3)
  }

  @Test("one whose objects only have gone on reads on, and writes no more")
  func unchanged() throws {
    let kind = try #require(MigrationKind.named("keys swapped"))
    try kind.make(path, key: Worker.key)
    let stay = worker("stay", kind.name)
    #expect(stay.line() == "open")
    _ = try Realm(configuration: kind.after(path, key: Worker.key))
    #expect(stay.ask("read") == "well")
    #expect(stay.ask("write")?.hasPrefix("schemaMismatch: ") == true)
  }

  // The sanitizers keep what was freed.
  @Test(
    "many objects are migrated in little memory", .disabled(if: Sanitizer.isActive),
    arguments: ["encrypted", "plain"])
  func many(_ kind: String) throws {
    let count = 100_000
    let figures = (worker("grow", "\(count)", kind).line() ?? "").split(separator: " ")
      .compactMap { Int($0) }
    try #require(figures.count == 5)
    #expect(Array(figures[..<3]) == [count, count - 1, "grain \(count - 1)".utf8.count])
    // A few times the 7 MB of the file, in the caches of two connections.
    #expect(figures[3] < 60_000, "\(figures[3]) kB")
    LongForm.report("a migration of \(count) objects", ["kB": figures[3], "ms": figures[4]])
  }

  @Test(
    "a migration for which there is no room leaves the file as it was",
    arguments: ["encrypted", "plain"])
  func full(_ kind: String) {
    let worker = worker("cramp", kind)
    let error = worker.line() ?? "nothing"
    #expect(error.hasPrefix("outOfDiskSpace: ") && error.contains(path), "\(error)")
    #expect(worker.line() == "20000 grain 19999")
    #expect(worker.line() == "20000")
  }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import Foundation
import MigratedRealms
import RealmSwift
import TestFolders
import Testing

@Suite("a process killed while it migrates") struct MigrationKills {
  let folder = TemporaryFolder()
  var path: String { folder.file("a.realm") }

  private func worker(_ kind: MigrationKind, _ key: Data?) -> ChildProcess {
    ChildProcess(
      [BuiltExecutable.path("RealmSwiftWorker"), "migrate", path, kind.name]
        + (key == nil ? ["plain"] : []))
  }

  private func read(_ configuration: Realm.Configuration) throws -> [String] {
    contents(of: try Realm(configuration: configuration))
  }

  /// What the migration comes to when nobody disturbs it.
  private func undisturbed(
    _ kind: MigrationKind, _ key: Data?
  ) throws -> (before: [String], after: [String]) {
    let path = folder.file("undisturbed.realm")
    try kind.make(path, key: key)
    let before = try read(kind.before(path, key: key))
    return (before, try read(kind.after(path, key: key)))
  }

  @Test(
    "leaves the file of the program before at every step", arguments: MigrationKind.all,
    [Worker.key, nil])
  func steps(_ kind: MigrationKind, _ key: Data?) throws {
    let (before, after) = try undisturbed(kind, key)
    try kind.make(path, key: key)
    var places: [String] = []
    var isDone = false
    while !isDone {
      let worker = worker(kind, key)
      for _ in places { worker.send([""]) }
      for place in places { #expect(worker.line() == place) }
      let place = worker.line()
      if place == "done" || place == nil {
        #expect(place == "done")
        isDone = true
        break
      }
      places.append(place ?? "")
      worker.kill()
      worker.wait()
      try #require(try read(kind.before(path, key: key)) == before, "killed at \(place ?? "")")
    }
    // The last one came through.
    let error = failure { _ = try Realm(configuration: kind.before(path, key: key)) }
    #expect(error?.errorCode == .schemaMismatch)
    #expect(try read(kind.after(path, key: key)) == after)
    #expect(places.count >= (kind.block == nil ? 0 : 2))
    if let key {
      #expect(
        try EncryptedDatabase.verify(at: path, key: DatabaseKey(copying: key.span.bytes)).isWhole)
    }
  }

  @Test(
    "leaves the file of either program around the commit",
    arguments: MigrationKind.all, [Worker.key, nil])
  func commit(_ kind: MigrationKind, _ key: Data?) throws {
    let (before, after) = try undisturbed(kind, key)
    try kind.make(path, key: key)
    let url = URL(fileURLWithPath: path)
    // So many steps until the last.
    var count = 0
    let other = folder.file("b.realm")
    try kind.make(other, key: key)
    let first = ChildProcess(
      [BuiltExecutable.path("RealmSwiftWorker"), "migrate", other, kind.name]
        + (key == nil ? ["plain"] : []))
    var start = ContinuousClock.now
    while let line = first.line(), line != "done" {
      start = .now
      first.send([""])
      count += 1
    }
    let duration = ContinuousClock.now - start
    let rounds = LongForm.count(short: 6, long: 60)
    for round in 0..<rounds {
      let worker = worker(kind, key)
      for _ in 0..<count {
        _ = worker.line()
        worker.send([""])
      }
      // Somewhere between the last step and the end of the process.
      let end = ContinuousClock.now + duration * round / (rounds - 1) * 3 / 2
      while ContinuousClock.now < end {}
      worker.kill()
      worker.wait()
      let version = try Realm.schemaVersionAtURL(url, encryptionKey: key)
      if version == 1 {
        try #require(try read(kind.before(path, key: key)) == before)
      } else {
        try #require(version == 2)
        try #require(
          failure { _ = try Realm(configuration: kind.before(path, key: key)) }?.errorCode
            == .schemaMismatch)
        try #require(try read(kind.after(path, key: key)) == after)
        #expect(try Realm.deleteFiles(for: kind.before(path, key: key)))
        try kind.make(path, key: key)
      }
    }
    #expect(try read(kind.after(path, key: key)) == after)
  }
}

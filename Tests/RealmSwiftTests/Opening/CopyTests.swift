// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import RealmSwift
import TestFolders
import Testing

/// The keys of a file and of its copy.
struct Keys: Sendable, CustomTestStringConvertible {
  let source: Data?
  let copy: Data?

  var testDescription: String { "\(name(source)) to \(name(copy))" }
  private func name(_ key: Data?) -> String { key.map { "key \($0[0])" } ?? "no key" }

  static let all = [
    Keys(source: .key(1), copy: .key(1)), Keys(source: .key(1), copy: .key(2)),
    Keys(source: .key(1), copy: nil), Keys(source: nil, copy: .key(1)),
    Keys(source: nil, copy: nil),
  ]
}

@Suite struct Copies {
  let folder = TemporaryFolder()
  var target: URL { URL(fileURLWithPath: folder.file("b.realm")) }

  @Test("a copy has everything, and its own key", arguments: Keys.all)
  func keys(_ keys: Keys) throws {
    let path = folder.file("a.realm")
    let configuration = Realm.Configuration.notes(path, key: keys.source)
    try configuration.fill(count: 20)
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.object(ofType: Jotting.self, forPrimaryKey: 3)!.words.append("word") }
    try realm.writeCopy(configuration: .notes(target.path, key: keys.copy))
    #expect(folder.names.filter { $0.hasPrefix("b") } == ["b.realm"])
    #expect(try Realm.schemaVersionAtURL(target, encryptionKey: keys.copy) == 0)
    let copy = try Realm(configuration: .notes(target.path, key: keys.copy))
    #expect(copy.objects(Jotting.self).map(\.text) == (0..<20).map { "note \($0)" })
    #expect(copy.object(ofType: Jotting.self, forPrimaryKey: 3)?.words.first == "word")
    try copy.write { copy.add(Jotting(value: ["id": 20])) }
    #expect(realm.objects(Jotting.self).count == 20)
    let isReadable = try #require(FileBytes.read(target.path)).starts(with: Array("SQLite".utf8))
    #expect(isReadable == (keys.copy == nil))
  }

  @Test("a copy in a transaction has what is not committed")
  func uncommitted() throws {
    let realm = try Realm(configuration: .notes(folder.file("a.realm")))
    try realm.write {
      realm.add(Jotting(value: ["id": 1, "words": ["a"]]))
      try realm.writeCopy(toFile: target, encryptionKey: .key(1))
      realm.add(Jotting(value: ["id": 2]))
    }
    let copy = try Realm(configuration: .notes(target.path))
    #expect(copy.objects(Jotting.self).map(\.id) == [1])
    #expect(copy.objects(Jotting.self).first { _ in true }?.words.count == 1)
  }

  @Test("a copy is smaller than a file with room in it")
  func compact() throws {
    let configuration = Realm.Configuration.notes(folder.file("a.realm"))
    try configuration.fill(count: 200)
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.delete(realm.objects(Jotting.self)) }
    try realm.writeCopy(toFile: target, encryptionKey: .key(1))
    #expect(FileBytes.read(target.path)!.count < 100_000)
  }

  @Test("a copy replaces nothing")
  func exists() throws {
    let realm = try Realm(configuration: .notes(folder.file("a.realm")))
    FileBytes.write([1], to: target.path)
    let error = failure { try realm.writeCopy(toFile: target) }
    #expect(error?.errorCode == .fileExists)
    #expect(error?.reason.contains(target.path) == true)
    #expect(FileBytes.read(target.path) == [1])
  }

  @Test("a copy makes no folder")
  func noFolder() throws {
    let realm = try Realm(configuration: .notes(folder.file("a.realm")))
    let error = failure { try realm.writeCopy(toFile: target.appendingPathComponent("c")) }
    #expect(error?.errorCode == .fileNotFound)
    #expect(error?.reason.contains("make it first") == true)
  }

  @Test("a copy refuses a key that is none, and memory")
  func badKey() throws {
    let realm = try Realm(configuration: .notes(folder.file("a.realm")))
    #expect(
      failure { try realm.writeCopy(toFile: target, encryptionKey: Data([1])) }?.underlying
        == .invalidKey)
    let memory = Realm.Configuration(inMemoryIdentifier: "copy")
    #expect(failure { try realm.writeCopy(configuration: memory) }?.errorCode == .invalidInput)
    #expect(folder.names.filter { $0.hasPrefix("b") }.isEmpty)
  }

  @Test("a copy whose writer is killed is not there")
  func killed() throws {
    let path = folder.file("a.realm")
    try Realm.Configuration.notes(path, key: Worker.key).fill(count: 4000)
    let worker = ChildProcess([
      BuiltExecutable.path("RealmSwiftWorker"), "copy", path, target.path,
    ])
    #expect(worker.line() == "begin")
    worker.kill()
    #expect(worker.line() == nil)
    worker.wait()
    #expect(!folder.names.contains("b.realm"))
  }

  @Test("a realm in memory is copied to a file")
  func memory() throws {
    var configuration = Realm.Configuration(inMemoryIdentifier: folder.path)
    configuration.objectTypes = [Jotting.self]
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.add(Jotting(value: ["id": 1])) }
    try realm.writeCopy(toFile: target, encryptionKey: .key(1))
    #expect(try Realm(configuration: .notes(target.path)).objects(Jotting.self).count == 1)
  }
}

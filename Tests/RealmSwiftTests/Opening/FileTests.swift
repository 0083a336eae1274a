// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite struct Files {
  let folder = TemporaryFolder()
  var path: String { folder.file("a.realm") }

  @Test("a file is deleted with what is beside it, but not while it is open")
  func delete() throws {
    let configuration = Realm.Configuration.notes(path)
    #expect(!Realm.fileExists(for: configuration))
    #expect(try !Realm.deleteFiles(for: configuration))
    try {
      let realm = try Realm(configuration: configuration)
      #expect(Realm.fileExists(for: configuration))
      let error = failure { _ = try Realm.deleteFiles(for: configuration) }
      #expect(error?.errorCode == .alreadyOpen)
      #expect(realm.isEmpty)
    }()
    #expect(try Realm.deleteFiles(for: configuration))
    #expect(folder.names.isEmpty)
  }

  @Test("a file that a frozen object shows is open")
  func deleteFrozen() throws {
    let configuration = Realm.Configuration.notes(path)
    var frozen: Jotting? = try {
      let realm = try Realm(configuration: configuration)
      return try realm.write { realm.create(Jotting.self, value: ["id": 1, "text": "a"]) }.freeze()
    }()
    #expect(failure { _ = try Realm.deleteFiles(for: configuration) }?.errorCode == .alreadyOpen)
    #expect(frozen?.text == "a")
    frozen = nil
    #expect(try Realm.deleteFiles(for: configuration))
  }

  @Test("a realm is closed with the last reference to it or to what it gave")
  func close() throws {
    let descriptors = { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") }
    let mine = {
      try descriptors().filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
          .hasPrefix(path) == true
      }.count
    }
    try Realm.Configuration.notes(path).fill()
    #expect(try mine() == 0)
    var realm: Realm? = try Realm(configuration: .notes(path))
    var note: Jotting? = realm?.object(ofType: Jotting.self, forPrimaryKey: 0)
    let words = note?.words
    #expect(try mine() > 0)
    realm = nil
    #expect(note?.text == "note 0")
    note = nil
    #expect(words?.isEmpty == true)
    #expect(try mine() > 0)
    _ = consume words
    #expect(try mine() == 0)
  }

  @Test(
    "the schema version of a file is read without opening a realm", arguments: [Data.key(1), nil])
  func version(_ key: Data?) throws {
    var configuration = Realm.Configuration.notes(path, key: key)
    configuration.schemaVersion = 7
    try configuration.fill()
    let url = URL(fileURLWithPath: path)
    #expect(try Realm.schemaVersionAtURL(url, encryptionKey: key) == 7)
    #expect(
      failure { _ = try Realm.schemaVersionAtURL(url, encryptionKey: .key(2)) }?.errorCode
        == .invalidDatabase)
    let missing = failure { _ = try Realm.schemaVersionAtURL(url.appendingPathExtension("b")) }
    #expect(missing?.errorCode == .fileNotFound)
    FileBytes.write([], to: path + ".c")
    let empty = failure { _ = try Realm.schemaVersionAtURL(URL(fileURLWithPath: path + ".c")) }
    #expect(empty?.errorCode == .invalidDatabase)
  }

  @Test("a seed is copied where there is no file, and only there")
  func seed() throws {
    let seed = folder.file("seed.realm")
    try Realm.Configuration.notes(folder.file("source.realm")).fill(count: 3)
    try Realm(configuration: .notes(folder.file("source.realm")))
      .writeCopy(toFile: URL(fileURLWithPath: seed), encryptionKey: .key(1))
    chmod(seed, 0o444)
    var configuration = Realm.Configuration.notes(path)
    configuration.seedFilePath = URL(fileURLWithPath: seed)
    let before = FileBytes.read(seed)
    try {
      let realm = try Realm(configuration: configuration)
      #expect(realm.objects(Jotting.self).count == 3)
      try realm.write { realm.add(Jotting(value: ["id": 10])) }
    }()
    #expect(try Realm(configuration: configuration).objects(Jotting.self).count == 4)
    #expect(FileBytes.read(seed) == before)
    #expect(FileManager.default.isWritableFile(atPath: path))
  }

  @Test("a seed that is in use is refused")
  func seedInUse() throws {
    let other = Realm.Configuration.notes(folder.file("seed.realm"))
    let realm = try Realm(configuration: other)
    try realm.write { realm.add(Jotting(value: ["id": 1])) }
    var configuration = Realm.Configuration.notes(path)
    configuration.seedFilePath = other.fileURL
    let error = failure { _ = try Realm(configuration: configuration) }
    #expect(error?.errorCode == .fileAccess)
    #expect(error?.reason.contains("writeCopy") == true)
    #expect(!Realm.fileExists(for: configuration))
  }

  @Test("realms in memory with one name are one, and gone with the last")
  func memory() throws {
    let configuration = Realm.Configuration(
      inMemoryIdentifier: folder.path, objectTypes: [Jotting.self])
    try {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.add(Jotting(value: ["id": 1])) }
      let count = DispatchQueue(label: "other").sync {
        (try? Realm(configuration: configuration).objects(Jotting.self).count) ?? 0
      }
      #expect(count == 1)
    }()
    #expect(try Realm(configuration: configuration).isEmpty)
  }

  @Test("a configuration does not show its key")
  func description() {
    let configuration = Realm.Configuration.notes(path, key: .key(77))
    var dumped = ""
    dump(configuration, to: &dumped)
    for text in ["\(configuration)", String(reflecting: configuration), dumped] {
      #expect(!text.contains("64 bytes") && !text.contains("77"))
      #expect(!text.contains(Data.key(77).base64EncodedString()))
    }
    #expect("\(configuration)".contains("encrypted"))
  }
}

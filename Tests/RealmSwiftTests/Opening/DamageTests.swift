// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite struct Damage {
  let folder = TemporaryFolder()

  /// A file whose class table reads, and whose note 40 does not; closed.
  func damaged() throws -> Realm.Configuration {
    try Self.damaged(folder.file("a.realm"))
  }

  static func damaged(_ path: String) throws -> Realm.Configuration {
    let configuration = Realm.Configuration.notes(path)
    try configuration.fill(count: 60)
    Refusal.spoil(path) { bytes in
      // Among the pages of notes, which come last.
      let page = bytes.count / 4096 - 20
      bytes[page * 4096 + 100] ^= 1
    }
    return configuration
  }

  @Test("a write that meets a damaged page throws and keeps nothing")
  func write() throws {
    let realm = try Realm(configuration: try damaged())
    let error = failure {
      try realm.write {
        realm.add(Jotting(value: ["id": 1000]))
        for note in realm.objects(Jotting.self) { _ = note.text }
        realm.add(Jotting(value: ["id": 1001]))
      }
    }
    #expect(error?.errorCode == .invalidDatabase && error?.underlying == .damaged)
    #expect(error?.reason.contains(folder.file("a.realm")) == true)
    #expect(error?.reason.contains("page") == true)
    #expect(!realm.isInWriteTransaction)
    #expect(realm.object(ofType: Jotting.self, forPrimaryKey: 1000) == nil)
    try realm.write { realm.add(Jotting(value: ["id": 1000, "text": "new"])) }
    #expect(realm.object(ofType: Jotting.self, forPrimaryKey: 1000)?.text == "new")
  }

  @Test("reading throws for a damaged page and gives what there is meanwhile")
  func reading() throws {
    let realm = try Realm(configuration: try damaged())
    var texts: [String] = []
    let error = failure {
      try realm.reading { for note in realm.objects(Jotting.self) { texts.append(note.text) } }
    }
    #expect(error?.errorCode == .invalidDatabase && error?.underlying == .damaged)
    #expect(texts.first == "note 0" && texts.count < 60)
    #expect(
      try realm.reading { realm.object(ofType: Jotting.self, forPrimaryKey: 0)?.text } == "note 0")
  }

  @Test("the damage is thrown rather than what came of it")
  func consequence() throws {
    struct NotThere: Error {}
    let realm = try Realm(configuration: try damaged())
    let error = failure {
      try realm.reading {
        if Array(realm.objects(Jotting.self)).count < 60 { throw NotThere() }
      }
    }
    #expect(error?.underlying == .damaged)
    #expect(throws: NotThere.self) { try realm.reading { throw NotThere() } }
  }

  @Test("a damaged page ends a program that cannot be told otherwise")
  func uncaught() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let folder = TemporaryFolder()
      let realm = try Realm(configuration: try Damage.damaged(folder.file("a.realm")))
      for note in realm.objects(Jotting.self) { _ = note.text }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("/a.realm") && output.contains("page"), "\(output)")
  }
}

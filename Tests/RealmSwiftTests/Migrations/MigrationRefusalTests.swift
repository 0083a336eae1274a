// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

struct Mutiny: Error, Equatable { let number: Int }

@Suite struct MigrationRefusals {
  let crew = CrewFile()

  func after(_ block: MigrationBlock? = nil) -> Realm.Configuration { crew.after(block) }

  @Test("a block that fails is answered with its error, and leaves the file as it was")
  func failing() throws {
    try crew.make()
    let log = Log()
    #expect(throws: Mutiny(number: 1)) {
      _ = try Realm(
        configuration: after { migration, _ in
          migration.enumerateObjects(ofType: "Sailor") { _, new in
            log.note("one")
            new?["name"] = "changed"
            migration.fail(Mutiny(number: 1))
          }
          migration.fail(Mutiny(number: 2))
          migration.enumerateObjects(ofType: "Boat") { _, _ in log.note("none") }
          migration.create("Port")
        })
    }
    #expect(log.lines == ["one"])
    try crew.expectUntouched()
  }

  /// Blocks after which objects do not fit, and what is said of them.
  static let misfits: [(says: [String], block: MigrationBlock)] = [
    (
      ["class 'Sailor'", "the same int", "'Sailor.id'"],
      { migration, _ in
        migration.enumerateObjects(ofType: "Sailor") { _, new in new?["id"] = 424_242 }
      }
    ),
    (
      ["class 'Boat'", "the same string", "'Boat.name'"],
      { migration, _ in
        for _ in 0..<2 { migration.create("Boat", value: ["name": "Secret"]) }
      }
    ),
    (
      ["'Sailor.first'", "'string' to 'int'"],
      { migration, _ in
        migration.renameProperty(onType: "Sailor", from: "first", to: "rank")
      }
    ),
    (
      ["'Sailor.boat'", "still exists"],
      { migration, _ in
        migration.renameProperty(onType: "Sailor", from: "boat", to: "name")
      }
    ),
  ]

  @Test("objects that do not fit are refused without a value", arguments: misfits.indices)
  func misfit(_ index: Int) throws {
    try crew.make()
    let misfit = Self.misfits[index]
    let error = try #require(failure { _ = try Realm(configuration: after(misfit.block)) })
    #expect(error.errorCode == .fail && error.fileURL == crew.url)
    for text in misfit.says { #expect(error.reason.contains(text), "\(error.reason)") }
    #expect(!error.reason.contains("424242") && !error.reason.contains("Secret"))
    try crew.expectUntouched()
  }

  @Test("a file that is open in another version is not migrated")
  func alreadyOpen() throws {
    try crew.make()
    try {
      let open = try Realm(configuration: crew.before())
      let error = failure { _ = try Realm(configuration: after()) }
      #expect(error?.errorCode == .alreadyOpen && error?.reason.contains("version 1") == true)
      #expect(
        failure { _ = try Realm(configuration: crew.before(version: 2)) }?.errorCode == .alreadyOpen
      )
      #expect(open.objects(Crew.Sailor1.self).count == 3)
    }()
    #expect(try Realm(configuration: after()).objects(Crew.Sailor2.self).count == 3)
  }

  @Test("a realm that is read-only or to be begun anew is not migrated")
  func notMigrated() throws {
    try crew.make()
    let log = Log()
    var configuration = after { _, _ in log.note("ran") }
    configuration.readOnly = true
    #expect(failure { _ = try Realm(configuration: configuration) }?.errorCode == .schemaMismatch)
    try crew.expectUntouched()
    configuration.readOnly = false
    configuration.deleteRealmIfMigrationNeeded = true
    #expect(try Realm(configuration: configuration).isEmpty)
    #expect(log.lines == [])
  }

  @Test("mistakes in a block end the program with a sentence")
  func mistakes() async throws {
    let sentences = ["no others", "no class Ship", "frozen"]
    for index in sentences.indices {
      let path = crew.folder.file("\(index).realm")
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [index = index as Int, path = path as String] in
        try MigrationRefusals.makeMistake(index, path)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains(sentences[index]), "\(text)")
    }
  }

  static func makeMistake(_ index: Int, _ path: String) throws {
    var configuration = Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), schemaVersion: 1, objectTypes: Crew.before)
    try {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.add(Crew.Sailor1(value: ["id": 1])) }
    }()
    configuration.schemaVersion = 2
    configuration.objectTypes = Crew.after
    configuration.migrationBlock = { migration, _ in
      switch index {
      case 0:
        migration.enumerateObjects(ofType: "Sailor") { old, _ in
          if let old { migration.delete(old) }
        }
      case 1: migration.create("Ship")
      default:
        migration.enumerateObjects(ofType: "Sailor") { old, _ in old?["first"] = "new" }
      }
    }
    _ = try Realm(configuration: configuration)
  }
}

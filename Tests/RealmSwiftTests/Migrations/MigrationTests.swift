// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Synchronization
import TestFolders
import Testing

/// What a block, which may be called on any thread, has seen.
final class Log: Sendable {
  private let kept = Mutex<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  func note(_ line: String) { kept.withLock { $0.append(line) } }
}

@Suite struct Migrations {
  let crew = CrewFile()

  func before(version: UInt64 = 1) -> Realm.Configuration { crew.before(version: version) }

  func after(version: UInt64 = 2, _ block: MigrationBlock? = nil) -> Realm.Configuration {
    crew.after(version: version, block)
  }

  @Test("a block gets old and new objects, and what it makes of them is there")
  func block() throws {
    try crew.make()
    let log = Log()
    let realm = try Realm(
      configuration: after { migration, version in
        log.note("from \(version)")
        migration.enumerateObjects(ofType: "Sailor") { old, new in
          guard let old, let new else { return log.note("half") }
          log.note("\(old["first"] ?? "") \(new["name"] ?? "") \(new["rank"] ?? "")")
          new["name"] = "\(old["first"] ?? "") \(old.last ?? "")"
          new.id = (old.id as? Int ?? 0) * 10
          let port = migration.create("Port", value: ["name": "P\(old["id"] ?? 0)"])
          if let boat = new["boat"] as? MigrationObject { port.dynamicList("boats").append(boat) }
        }
        migration.create("Sailor", value: ["id": 99])
      })
    #expect(log.lines == ["from 1", "F1 nobody 3", "F2 nobody 3", "F3 nobody 3"])
    let sailors = realm.objects(Crew.Sailor2.self).sorted(byKeyPath: "id")
    #expect(sailors.map(\.id) == [10, 20, 30, 99])
    #expect(sailors.map(\.name) == ["F1 L1", "F2 L2", "F3 L3", "nobody"])
    #expect(sailors.map(\.rank) == [3, 3, 3, 3] && sailors.first?.boat?.name == "Elke")
    #expect(sailors.first?.boat?.length == 7.5)
    #expect(realm.objects(Crew.Port.self).map(\.name) == ["P1", "P2", "P3"])
    #expect(realm.objects(Crew.Port.self).last?.boats.first?.name == "Elke")
    #expect(realm.object(ofType: Crew.Boat2.self, forPrimaryKey: "Elke") != nil)
    // It is done, and done once.
    try realm.write { realm.add(Crew.Sailor2(value: ["id": 4])) }
    #expect(try Realm(configuration: after { _, _ in log.note("again") }) == realm)
    #expect(!log.lines.contains("again"))
  }

  @Test("both schemas are as the program before and after has them")
  func schemas() throws {
    try crew.make()
    let log = Log()
    _ = try Realm(
      configuration: after { migration, _ in
        for schema in [migration.oldSchema, migration.newSchema] {
          for name in ["Sailor", "Boat", "Port"] {
            guard let found = schema[name] else {
              log.note("no \(name)")
              continue
            }
            log.note(
              "\(name) \(found.primaryKeyProperty?.name ?? "-") "
                + found.properties.map(\.name).joined(separator: " "))
          }
        }
      })
    #expect(
      log.lines == [
        "Sailor id id first last boat", "Boat - name length", "no Port",
        "Sailor id id name boat rank", "Boat name name length", "Port - name boats",
      ])
  }

  @Test("objects come that both versions have, and all of a class that only one has")
  func enumerated() throws {
    try crew.make()
    let log = Log()
    let realm = try Realm(
      configuration: after { migration, _ in
        migration.enumerateObjects(ofType: "Sailor") { old, new in
          if old?["id"] as? Int == 2, let new { migration.delete(new) }
        }
        migration.create("Sailor", value: ["id": 7, "name": "new"])
        migration.enumerateObjects(ofType: "Sailor") { old, new in
          log.note("\(old?["id"] ?? "-") \(new?["id"] ?? "-")")
        }
        migration.enumerateObjects(ofType: "Port") { _, _ in log.note("port") }
        migration.create("Port")
        migration.enumerateObjects(ofType: "Port") { old, new in
          log.note("\(old?["name"] ?? "-") \(new?["name"] ?? "-")")
          // What is made meanwhile does not come.
          migration.create("Port")
        }
        migration.enumerateObjects(ofType: "Nothing") { _, _ in log.note("nothing") }
      })
    #expect(log.lines == ["1 1", "3 3", "- Kiel"])
    #expect(realm.objects(Crew.Sailor2.self).map(\.id).sorted() == [1, 3, 7])
    #expect(realm.objects(Crew.Port.self).count == 2)
  }

  @Test(
    "a class that the program no longer has can be read, and is kept or deleted",
    arguments: [false, true])
  func gone(_ isDeleted: Bool) throws {
    try crew.make()
    let log = Log()
    var configuration = after { migration, _ in
      migration.enumerateObjects(ofType: "Sailor") { old, new in
        log.note("\(old?["id"] ?? "-") \(new == nil)")
        migration.create("Port", value: ["name": old?["last"] ?? ""])
      }
      if isDeleted {
        log.note("\(migration.deleteData(forType: "Sailor"))")
        log.note("\(migration.deleteData(forType: "Sailor"))")
        log.note("\(migration.deleteData(forType: "Boat"))")
      }
    }
    configuration.objectTypes = [Crew.Port.self]
    let realm = try Realm(configuration: configuration)
    #expect(
      log.lines == ["1 true", "2 true", "3 true"] + (isDeleted ? ["true", "false", "true"] : []))
    #expect(realm.objects(Crew.Port.self).map(\.name) == ["L1", "L2", "L3"])
    #expect((realm.schema["Sailor"] == nil) == isDeleted)
    #expect(realm.objects(Crew.Boat2.self).count == (isDeleted ? 0 : 1))
    if !isDeleted { #expect(realm.dynamicObjects("Sailor").count == 3) }
  }

  @Test("without a block a file migrates by itself, and without a higher version not at all")
  func automatic() throws {
    try crew.make()
    let error = failure { _ = try Realm(configuration: after(version: 1)) }
    #expect(error?.errorCode == .schemaMismatch)
    #expect(error?.reason.hasPrefix("Migration is required due to the following errors:") == true)
    #expect(
      failure { _ = try Realm(configuration: after(version: 1) { _, _ in }) }?.errorCode
        == .schemaMismatch)
    try crew.expectUntouched()
    let realm = try Realm(configuration: after())
    #expect(realm.objects(Crew.Sailor2.self).map(\.name) == ["nobody", "nobody", "nobody"])
    #expect(realm.objects(Crew.Boat2.self).map(\.length) == [7.5])
    #expect(
      failure { _ = try Realm(configuration: before(version: 2)) }?.errorCode == .schemaMismatch)
    #expect(
      failure { _ = try Realm(configuration: before()) }?.reason.contains("version 2") == true)
  }

  @Test("a migration can be run ahead of opening, and one that is not needed does nothing")
  func ahead() throws {
    try crew.make()
    let log = Log()
    let configuration = after { _, version in log.note("\(version)") }
    try Realm.performMigration(for: configuration)
    try Realm.performMigration(for: configuration)
    #expect(log.lines == ["1"])
    #expect(
      try Realm.schemaVersionAtURL(crew.url, encryptionKey: .key(1)) == 2)
    // A new file has nothing to migrate.
    var other = configuration
    other.fileURL = URL(fileURLWithPath: crew.folder.file("b.realm"))
    try Realm.performMigration(for: other)
    #expect(log.lines == ["1"])
  }

  @Test("a block runs for a higher version, also where the classes fit")
  func sameClasses() throws {
    try crew.make()
    var configuration = before(version: 5)
    configuration.migrationBlock = { migration, version in
      migration.enumerateObjects(ofType: "Sailor") { old, new in
        new?["first"] = "\(old?["first"] ?? "") of \(version)"
      }
    }
    let realm = try Realm(configuration: configuration)
    #expect(realm.objects(Crew.Sailor1.self).map(\.first) == ["F1 of 1", "F2 of 1", "F3 of 1"])
    #expect(realm.object(ofType: Crew.Sailor1.self, forPrimaryKey: 2)?.last == "L2")
  }

  @Test("progress is told from the first object to the last")
  func progress() throws {
    try crew.make()
    let log = Log()
    var configuration = after { migration, _ in
      migration.enumerateObjects(ofType: "Sailor") { _, _ in }
    }
    configuration.migrationProgress = {
      log.note("\($0.step) \($0.className) \($0.done)/\($0.total) \($0.fraction)")
    }
    _ = try Realm(configuration: configuration)
    #expect(
      log.lines.filter { $0.hasPrefix("enumerating") } == [
        "enumerating Sailor 0/3 0.0", "enumerating Sailor 1/3 \(1.0 / 3)",
        "enumerating Sailor 2/3 \(2.0 / 3)", "enumerating Sailor 3/3 1.0",
      ])
    #expect(
      log.lines.filter { $0.hasPrefix("rewriting Sailor") } == [
        "rewriting Sailor 0/3 0.0", "rewriting Sailor 3/3 1.0",
      ])
    // Nothing was read or written anew of boats but the index over their key.
    #expect(!log.lines.contains { $0.contains("Boat") })
  }

  @Test("objects of a migration are invalid once it has ended")
  func escaped() throws {
    try crew.make()
    nonisolated(unsafe) var kept: [MigrationObject] = []
    let realm = try Realm(
      configuration: after { migration, _ in
        migration.enumerateObjects(ofType: "Sailor") { old, new in
          kept += [old, new].compactMap { $0 }
        }
      })
    #expect(kept.count == 6 && kept.allSatisfy(\.isInvalidated))
    try realm.write { realm.create(Crew.Sailor2.self, value: ["id": 50]) }
    kept = []
    #expect(realm.objects(Crew.Sailor2.self).count == 4)
  }

  @Test("a realm of a queue migrates wherever it is opened")
  func queue() throws {
    try crew.make()
    let queue = DispatchQueue(label: "migrated")
    let configuration = after { migration, _ in
      migration.enumerateObjects(ofType: "Sailor") { old, new in new?["name"] = old?["last"] }
    }
    let realm = UncheckedRealm(try Realm(configuration: configuration, queue: queue))
    queue.sync {
      #expect(realm.realm.objects(Crew.Sailor2.self).map(\.name) == ["L1", "L2", "L3"])
    }
  }
}

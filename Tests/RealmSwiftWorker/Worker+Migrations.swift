// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MigratedRealms
import RealmSwift

/// Many of one class, as they were.
class Grain: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var text: String
  @Persisted var next: Grain?
}

/// The same, with another primary key.
class Seed: Object {
  @Persisted var id: Int
  @Persisted(primaryKey: true) var name: String
  @Persisted var length: Int
  @Persisted var next: Seed?
  override class func _realmObjectName() -> String? { "Grain" }
}

extension Worker {
  /// `migrate PATH KIND`: migrates a file; says where it is, and waits for a line, whenever the
  /// block begins or ends and whenever there is progress, until it says "done".
  static func migrate(_ path: String, key: Data?, kind name: String) throws {
    guard let kind = MigrationKind.named(name) else { fatalError("no kind \(name)") }
    var configuration = kind.after(path, key: key)
    if let block = kind.block {
      configuration.migrationBlock = {
        pause("begins")
        block($0, $1)
        pause("ends")
      }
    }
    configuration.migrationProgress = { pause("\($0.step) \($0.className) \($0.done)/\($0.total)") }
    try Realm.performMigration(for: configuration)
    say("done")
  }

  private static func pause(_ place: String) {
    say(place)
    _ = readLine()
  }

  /// `stay PATH KIND`: opens a file as the program before, and for every line of input reads
  /// or writes, and says what comes of it.
  static func stay(_ path: String, key: Data?, kind name: String) throws {
    guard let kind = MigrationKind.named(name) else { fatalError("no kind \(name)") }
    let realm = try Realm(configuration: kind.before(path, key: key))
    // The classes themselves, and not what the file has.
    for type in kind.old { _ = (type as? Object.Type).map { realm.objects($0).count } }
    say("open")
    while let line = readLine() {
      do {
        if line == "write" {
          try realm.write {}
        } else {
          try realm.reading {
            realm.refresh()
            for type in kind.old { _ = (type as? Object.Type).map { realm.objects($0).count } }
          }
        }
        say("well")
      } catch let error as Realm.Error {
        say("\(error)".replacing("\n", with: " "))
      }
    }
  }

  /// `grow PATH COUNT`: makes many objects, migrates them, and says how many kilobytes of memory
  /// the migration has taken at most, beyond what there was, and how many milliseconds.
  static func grow(_ path: String, key: Data?, count: Int) throws {
    let (old, new) = try makeGrains(path, key: key, count: count)
    _ = old
    let before = memory("VmRSS:")
    let duration = try ContinuousClock().measure { try Realm.performMigration(for: new) }
    let taken = memory("VmHWM:") - before
    let realm = try Realm(configuration: new)
    let last = realm.object(ofType: Seed.self, forPrimaryKey: "grain \(count - 1)")
    say(
      "\(realm.objects(Seed.self).count) \(last?.id ?? -1) \(last?.length ?? -1) \(taken) "
        + "\(Int(duration / .milliseconds(1)))")
  }

  private static func makeGrains(
    _ path: String, key: Data?, count: Int
  ) throws -> (old: Realm.Configuration, new: Realm.Configuration) {
    let old = Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), encryptionKey: key, objectTypes: [Grain.self])
    let realm = try Realm(configuration: old)
    try realm.write {
      for id in 0..<count { realm.add(Grain(value: ["id": id, "text": "grain \(id)"])) }
    }
    var new = old
    new.objectTypes = [Seed.self]
    new.schemaVersion = 1
    new.migrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "Grain") { old, new in
        let text = old?["text"] as? String ?? ""
        new?["name"] = text
        new?["length"] = text.utf8.count
      }
    }
    return (old, new)
  }

  /// `cramp PATH`: migrates with less room than that takes, says what comes of it and how many
  /// objects the program before finds, and migrates again with room.
  static func cramp(_ path: String, key: Data?) throws {
    signal(SIGXFSZ, SIG_IGN)
    let (old, new) = try makeGrains(path, key: key, count: 20_000)
    let none = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
    // Files of the size that it has, and no larger.
    let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: none.rlim_max)
    guard setrlimit(__rlimit_resource_t(1), &limit) == 0 else { fatalError("no RLIMIT_FSIZE") }
    do {
      try Realm.performMigration(for: new)
      say("no error")
    } catch let error as Realm.Error {
      say("\(error)")
    }
    limit.rlim_cur = none.rlim_cur
    guard setrlimit(__rlimit_resource_t(1), &limit) == 0 else { fatalError("no RLIMIT_FSIZE") }
    try {
      let realm = try Realm(configuration: old)
      say("\(realm.objects(Grain.self).count) \(realm.objects(Grain.self).last?.text ?? "")")
    }()
    let realm = try Realm(configuration: new)
    say("\(realm.objects(Seed.self).count)")
  }

  private static func memory(_ line: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let found = status.split(separator: "\n").first { $0.hasPrefix(line) }
    return found.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}

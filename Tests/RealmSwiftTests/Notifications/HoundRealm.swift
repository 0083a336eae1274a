// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders

class Hound: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted(indexed: true) var age: Int
  @Persisted var friend: Hound?
  @Persisted var pack: List<Hound>
  @Persisted var scores: List<Int>
  @Persisted var tags: MutableSet<String>
  @Persisted var rivals: MutableSet<Hound>
  @Persisted var marks: Map<String, Int>
  @Persisted var kin: Map<String, Hound?>
  @Persisted var any: AnyRealmValue
  @Persisted(originProperty: "friend") var admirers: LinkingObjects<Hound>
}

/// What an observer hears of who follows links to a depth, as a number.
final class HoundContents {
  private var known: [[Int]: Int] = [:]

  func of(_ hound: Hound, depth: Int = 4) -> Int {
    if let number = known[[hound.id, depth]] { return number }
    let inner = { (other: Hound?) -> String in
      guard let other else { return "-" }
      return "#\(other.id) \(depth > 0 ? self.of(other, depth: depth - 1) : 0)"
    }
    var parts = ["\(hound.id) \(hound.name) \(hound.age)", inner(hound.friend)]
    parts += hound.pack.map(inner) + ["scores"] + hound.scores.map { "\($0)" } + ["tags"]
    parts += hound.tags.map { $0 } + ["rivals"] + hound.rivals.map(inner) + ["marks"]
    parts += hound.marks.map { "\($0.key)=\($0.value)" } + ["kin"]
    parts += hound.kin.map { "\($0.key)=\(inner($0.value))" }
    if case .object(let object) = hound.any {
      parts.append(inner(object as? Hound))
    } else {
      parts.append("\(hound.any)")
    }
    known[[hound.id, depth]] = parts.hashValue
    return parts.hashValue
  }
}

/// A folder with realms of hounds.
struct HoundRealm {
  let folder = TemporaryFolder()
  var configuration: Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Hound.self])
  }

  func open() throws -> Realm { try Realm(configuration: configuration) }

  /// A realm with hounds by their numbers.
  func open(count: Int) throws -> Realm {
    let realm = try open()
    try realm.write {
      for id in 0..<count { realm.add(Hound(value: ["id": id, "name": "h\(id)", "age": id])) }
    }
    return realm
  }
}

extension Realm {
  func hound(_ id: Int) -> Hound? { object(ofType: Hound.self, forPrimaryKey: id) }
}

/// What is told, noted in one place and looked at in the same.
final class Journal<Change>: @unchecked Sendable {
  var changes: [Change] = []

  /// What has been told since the last call.
  func take() -> [Change] {
    defer { changes = [] }
    return changes
  }
}

/// The three arrays of a change, and whether it was the first.
struct Delta: Equatable, CustomStringConvertible {
  var isInitial = false
  var deletions: [Int] = []
  var insertions: [Int] = []
  var modifications: [Int] = []

  static let initial = Delta(isInitial: true)

  init(
    isInitial: Bool = false, _ deletions: [Int] = [], _ insertions: [Int] = [],
    _ modifications: [Int] = []
  ) {
    self.isInitial = isInitial
    self.deletions = deletions
    self.insertions = insertions
    self.modifications = modifications
  }

  init<C>(_ change: RealmCollectionChange<C>) {
    switch change {
    case .initial: self.init(isInitial: true)
    case .update(_, let deletions, let insertions, let modifications):
      self.init(deletions, insertions, modifications)
    case .error: fatalError("never told")
    }
  }

  var description: String {
    isInitial ? "initial" : "-\(deletions) +\(insertions) ~\(modifications)"
  }
}

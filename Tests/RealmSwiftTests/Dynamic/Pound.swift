// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders

/// Classes with links of every kind, in a file that is also opened without them.
struct Pound {
  class Keeper: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted(indexed: true) var name = "nobody"
    @Persisted var favourite: Mutt?
    @Persisted var dogs: List<Mutt>
    @Persisted var friends: MutableSet<Keeper>
    @Persisted var byName: Map<String, Mutt?>
    @Persisted var tags: List<String>
    @Persisted var marks: MutableSet<Int>
    @Persisted var counts: Map<String, Int>
    @Persisted var home: Hut?
    @Persisted var huts: List<Hut>
    @Persisted var anything: AnyRealmValue
    @Persisted var size: Size = .large
  }

  class Mutt: Object {
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted var born: Date?
    @Persisted var owner: Keeper?
    @Persisted(originProperty: "dogs") var keepers: LinkingObjects<Keeper>
  }

  class Hut: EmbeddedObject {
    @Persisted var street: String
    @Persisted var number = 7
  }

  class Leash: Object {
    @Persisted var length: Double
  }

  enum Size: String, PersistableEnum { case small, large }

  let folder = TemporaryFolder()

  func configuration(_ types: [ObjectBase.Type]) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: folder.file("a.realm")), encryptionKey: .key(3),
      objectTypes: types)
  }

  /// The realm with its classes.
  func typed() throws -> Realm {
    try Realm(configuration: configuration([Keeper.self, Mutt.self, Hut.self, Leash.self]))
  }

  /// The realm of a program that has none of them.
  func untyped() throws -> Realm { try Realm(configuration: configuration([])) }

  /// Writes Ann with Rex and Fido, and Bob, her friend, who has Rex too.
  func fill() throws {
    let realm = try typed()
    try realm.write {
      let (rex, fido) = (
        Mutt(value: ["Rex", 3]), Mutt(value: ["Fido", 5, Date(timeIntervalSince1970: 0)])
      )
      let ann = Keeper(value: [
        "id": 1, "name": "Ann", "favourite": rex, "dogs": [rex, fido, rex], "tags": ["a", "b"],
        "byName": ["Rex": rex, "none": nil], "marks": [3, 1], "counts": ["x": 1],
        "home": ["street": "Main"],
        "huts": [["street": "First", "number": 1], ["street": "Second"]],
        "anything": AnyRealmValue.object(fido), "size": Size.small,
      ])
      let bob = Keeper(value: ["id": 2, "name": "Bob", "dogs": [rex], "friends": [ann]])
      rex.owner = ann
      realm.add([ann, bob])
      realm.add(Leash(value: [1.5]))
    }
  }
}

extension Realm {
  /// A keeper, whose class the program does not have.
  func keeper(_ id: Int) -> DynamicObject {
    dynamicObject(ofType: "Keeper", forPrimaryKey: id)!
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

/// A program's classes as they were.
enum Before {
  class Person: Object {
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted(indexed: true) var town: String
    @Persisted var pet: Pet?
    @Persisted var tags: List<String>
    @Persisted var home: Address?
  }

  class Pet: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var nickname: String?
  }

  class Address: EmbeddedObject {
    @Persisted var street: String
  }

  static let all: [ObjectBase.Type] = [Person.self, Pet.self, Address.self]
}

/// The same, and more.
enum After {
  class Person: Object {
    @Persisted var name: String
    @Persisted(indexed: true) var age: Int
    @Persisted var town: String
    @Persisted var pet: Pet?
    @Persisted var tags: List<String>
    @Persisted var home: Address?
    @Persisted var number = 42
    @Persisted var isOld = true
    @Persisted var single: Float = 0.1
    @Persisted var double = 0.1
    @Persisted var negative = -0.0
    @Persisted var notANumber = Double.nan
    @Persisted var text = "it's\u{0}so"
    @Persisted var plainText = "it's so"
    @Persisted var bytes = Data([0, 1, 255])
    @Persisted var date = Date(timeIntervalSince1970: 1.5)
    @Persisted var uuid = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")!
    @Persisted var missing: Int?
    @Persisted var given: Int? = 7
    @Persisted(indexed: true) var isNew = true
    @Persisted var friend: Person?
    @Persisted var list: List<Int>
    @Persisted var set: MutableSet<String>
    @Persisted var map: Map<String, Pet?>
    @Persisted var second: Address?
    @Persisted(originProperty: "friend") var friends: LinkingObjects<Person>
    @Persisted var toy: Toy?
  }

  class Pet: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var nickname: String?
  }

  class Address: EmbeddedObject {
    @Persisted var street: String
    @Persisted var city = "Ulm"
  }

  class Toy: Object {
    @Persisted var name: String
  }

  static let all: [ObjectBase.Type] = [Person.self, Pet.self, Address.self, Toy.self]
}

/// One change of ``Before`` that takes a migration each.
enum Conflict {
  class Optional: Named {
    @Persisted var name: String?
    @Persisted var age: Int
    @Persisted(indexed: true) var town: String
    @Persisted var pet: Before.Pet?
    @Persisted var tags: List<String>
    @Persisted var home: Before.Address?
  }

  class Several: Named {
    @Persisted var name: Int
    @Persisted var age: Int?
    @Persisted var pet: Several?
    @Persisted var tags: MutableSet<String>
    @Persisted var home: Before.Address?
  }

  class Keyed: Named {
    @Persisted var name: String
    @Persisted(primaryKey: true) var age: Int
    @Persisted(indexed: true) var town: String
    @Persisted var pet: Before.Pet?
    @Persisted var tags: List<String>
    @Persisted var home: Before.Address?
  }

  class NewKey: Named {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted(indexed: true) var town: String
    @Persisted var pet: Before.Pet?
    @Persisted var tags: List<String>
    @Persisted var home: Before.Address?
  }

  class Keyless: Object {
    @Persisted var id: Int
    @Persisted var nickname: String?
    override class func _realmObjectName() -> String? { "Pet" }
  }

  class Standing: Object {
    @Persisted var street: String
    override class func _realmObjectName() -> String? { "Address" }
  }

  class Lowercase: Object {
    @Persisted var id: Int
    override class func _realmObjectName() -> String? { "pet" }
  }

  class Named: Object {
    override class func _realmObjectName() -> String? { "Person" }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Dog: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name = "Rex"
  @Persisted var weight: Double?
}

class Person: Object {
  @Persisted var name: String
  @Persisted var dog: Dog?
  @Persisted var friend: Person?
}

@Suite struct FirstSteps {
  @Test("objects are written and read")
  func roundTrip() throws {
    let folder = TemporaryFolder()
    let key = Data((0..<64).map { UInt8($0) })
    let configuration = Realm.Configuration(
      fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), encryptionKey: key,
      objectTypes: [Dog.self, Person.self])
    let realm = try Realm(configuration: configuration)
    let ada = Person()
    ada.name = "Ada"
    ada.dog = Dog(value: ["id": 3, "weight": 4.5])
    ada.friend = ada
    try realm.write { realm.add(ada) }
    #expect(ada.name == "Ada")
    #expect(ada.dog?.weight == 4.5)
    #expect(ada.friend == ada)
    #expect(realm.objects(Dog.self).count == 1)
    let dog = try #require(realm.object(ofType: Dog.self, forPrimaryKey: 3))
    #expect(dog.name == "Rex")
    try realm.write { dog.name = "Bello" }
    #expect(dog.name == "Bello")
    #expect(ada.dog?.name == "Bello")
    try realm.write { realm.delete(dog) }
    #expect(ada.dog == nil)
    #expect(dog.isInvalidated)
  }
}

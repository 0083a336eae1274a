// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite("properties of every type") struct PropertyMatrixTests {
  private let folder = TemporaryFolder()

  private var configuration: Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [EveryType.self])
  }

  @Test("an unmanaged object holds what it is given", arguments: PropertyCase.all)
  func unmanaged(value: PropertyCase) {
    let object = EveryType()
    value.set(object)
    #expect(value.isIn(object))
    #expect(object.realm == nil)
  }

  @Test("an unmanaged object takes its value by name", arguments: PropertyCase.all)
  func unmanagedByName(value: PropertyCase) {
    let object = EveryType()
    object[value.property] = value.any
    #expect(value.isIn(object))
    #expect(value.isIn(EveryType(value: [value.property: value.any])))
    let other = EveryType()
    other[value.property] = object[value.property]
    #expect(value.isIn(other))
  }

  // A transaction takes its time on the disk, so that here a case is all values of some types.

  @Test("objects that are added keep what they held", arguments: PropertyCase.groups)
  func added(values: [PropertyCase]) throws {
    let objects = values.map { value in
      let object = EveryType()
      value.set(object)
      return object
    }
    let realm = try Realm(configuration: configuration)
    try realm.write {
      realm.add(objects)
      #expect(lost(values, in: objects) == [])
    }
    #expect(lost(values, in: objects) == [])
    realm.refresh()
    #expect(lost(values, in: Array(realm.objects(EveryType.self))) == [])
  }

  @Test(
    "managed objects hold what they are given, also on another thread",
    arguments: PropertyCase.groups)
  func managed(values: [PropertyCase]) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.add(values.map { _ in EveryType() }) }
    let objects = Array(realm.objects(EveryType.self))
    try realm.write {
      for (value, object) in zip(values, objects) { value.set(object) }
      #expect(lost(values, in: objects) == [])
    }
    #expect(lost(values, in: objects) == [])
    let configuration = configuration
    let lostElsewhere = try onAnotherThread {
      let realm = try Realm(configuration: configuration)
      return lost(values, in: Array(realm.objects(EveryType.self)))
    }
    #expect(lostElsewhere == [])
  }

  @Test("managed objects take their values by name", arguments: PropertyCase.groups)
  func managedByName(values: [PropertyCase]) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write {
      let created = values.map { realm.create(EveryType.self, value: [$0.property: $0.any]) }
      #expect(lost(values, in: created) == [])
      let set = values.map { value in
        let object = realm.create(EveryType.self)
        object[value.property] = value.any
        return object
      }
      #expect(lost(values, in: set) == [])
      let copied = zip(values, set).map { value, object in
        let copy = realm.create(EveryType.self)
        copy[value.property] = object[value.property]
        return copy
      }
      #expect(lost(values, in: copied) == [])
      #expect(lost(values, in: set.map { EveryType(value: $0) }) == [])
    }
  }
}

/// The values that the objects, one a value, do not hold.
func lost(_ values: [PropertyCase], in objects: [EveryType]) -> [String] {
  if objects.count != values.count {
    return ["\(objects.count) objects for \(values.count) values"]
  }
  return zip(values, objects).compactMap { $0.isIn($1) ? nil : $0.testDescription }
}

/// Runs `body` on a thread of its own, and waits for it.
func onAnotherThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws
  -> Value
{
  let result = Handover<Value>()
  Thread.detachNewThread { result.put(Result { try body() }) }
  return try result.take().get()
}

/// A place where a thread leaves its result.
private final class Handover<Value: Sendable>: @unchecked Sendable {
  // Written before the signal, read after it.
  private var result: Result<Value, any Error>?
  private let isThere = DispatchSemaphore(value: 0)

  func put(_ result: Result<Value, any Error>) {
    self.result = result
    isThere.signal()
  }

  func take() -> Result<Value, any Error> {
    isThere.wait()
    return result!
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite("what one process writes and another reads") struct OtherProcessTests {
  private let folder = TemporaryFolder()

  private static func configuration(_ path: String) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), encryptionKey: .key(7), objectTypes: [EveryType.self])
  }

  @Test("properties of every type, with nothing and extremes among their values")
  func properties() async throws {
    let path = folder.file("a.realm")
    let realm = try Realm(configuration: Self.configuration(path))
    try realm.write {
      realm.add(
        PropertyCase.all.map { value in
          let object = EveryType()
          value.set(object)
          return object
        })
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      let realm = try Realm(configuration: OtherProcessTests.configuration(path))
      try #require(lost(PropertyCase.all, in: Array(realm.objects(EveryType.self))) == [])
    }
  }

  @Test("lists, sets and maps of every type")
  func collections() async throws {
    let path = folder.path
    for (number, element) in CollectionMatrixTests.cases.enumerated() {
      try element.write("\(path)/\(number).realm")
    }
    await #expect(processExitsWith: .success) { [path = path as String] in
      var faults: [String] = []
      for (number, element) in CollectionMatrixTests.cases.enumerated() {
        faults += try element.read("\(path)/\(number).realm").map { "\(element): \($0)" }
      }
      try #require(faults == [])
    }
  }
}

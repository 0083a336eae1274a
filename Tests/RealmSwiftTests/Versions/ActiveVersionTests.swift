// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite("the number of active versions") struct ActiveVersionTests {
  private let folder = TemporaryFolder()

  private func configuration(_ maximum: UInt) -> Realm.Configuration {
    var configuration = Realm.Configuration.notes(folder.file("a.realm"))
    configuration.maximumNumberOfActiveVersions = maximum
    return configuration
  }

  @Test("counts those from the oldest that is frozen to the newest")
  func frozen() throws {
    let realm = try Realm(configuration: configuration(2))
    var frozen = [realm.freeze(), realm.freeze()]
    for id in 1...2 { try realm.write { realm.add(Jotting(value: ["id": id])) } }
    frozen.append(realm.freeze())
    let error = failure { try realm.write { realm.add(Jotting(value: ["id": 3])) } }
    #expect(error?.reason.contains("3 active versions") == true)
    #expect(error?.reason.contains(folder.file("a.realm")) == true)
    #expect(!realm.isInWriteTransaction)
    frozen.removeFirst(2)
    try realm.write { realm.add(Jotting(value: ["id": 3])) }
    #expect(frozen[0].objects(Jotting.self).count == 2 && realm.objects(Jotting.self).count == 3)
  }

  @Test("counts what live realms of other threads show, until they go on")
  func live() throws {
    let configuration = configuration(3)
    let queue = DispatchQueue(label: "reader")
    let reader = try queue.sync {
      let realm = try Realm(configuration: configuration, queue: queue)
      realm.autorefresh = false
      #expect(realm.isEmpty)
      return UncheckedRealm(realm)
    }
    let realm = try Realm(configuration: configuration)
    for id in 1...3 { try realm.write { realm.add(Jotting(value: ["id": id])) } }
    let error = failure { try realm.write { realm.add(Jotting(value: ["id": 4])) } }
    #expect(error?.reason.contains("4 active versions") == true)
    #expect(queue.sync { reader.realm.isEmpty })
    _ = queue.sync { reader.realm.refresh() }
    try realm.write { realm.add(Jotting(value: ["id": 4])) }
    // The one that goes on by itself holds on to none between two turns.
    queue.sync { reader.realm.autorefresh = true }
    queue.sync {}
    for id in 5...9 { try realm.write { realm.add(Jotting(value: ["id": id])) } }
    #expect(queue.sync { reader.realm.objects(Jotting.self).count } == 9)
  }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Dispatch
import Foundation
import RealmSwift
import TestFolders
import Testing

/// A realm of a queue, and what it is told.
private final class QueuePlace: Sendable {
  let queue = DispatchQueue(label: "place")
  let told: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  nonisolated(unsafe) private var realm: Realm!
  nonisolated(unsafe) private var tokens: [NotificationToken] = []

  init(_ configuration: Realm.Configuration, autorefresh: Bool) throws {
    (told, continuation) = AsyncStream.makeStream(of: String.self)
    try queue.sync {
      realm = try Realm(configuration: configuration, queue: queue)
      realm.autorefresh = autorefresh
    }
  }

  func run<R: Sendable>(_ body: (Realm) throws -> R) rethrows -> R {
    try queue.sync { try body(realm) }
  }

  /// Notes what is told of the realm and of its writers from now on.
  func observe() {
    queue.sync {
      tokens = [
        realm.observe { [continuation] notification, _ in continuation.yield("\(notification)") },
        realm.objects(Shared.Writer.self).observe { [continuation] change in
          switch change {
          case .initial(let all): continuation.yield("initial \(all.count)")
          case .update(let all, _, _, _): continuation.yield("update \(all.count)")
          case .error: break
          }
        },
      ]
    }
    // What they begin with.
    queue.sync {}
  }

  /// Notes that all has been told that was told before.
  func mark(_ text: String) { queue.sync { _ = continuation.yield(text) } }
}

@Suite("autorefresh", .timeLimit(.minutes(2))) struct AutorefreshTests {
  private let folder = TemporaryFolder()
  private var configuration: Realm.Configuration { Shared.configuration(folder.file("a.realm")) }

  private func add(_ ids: Int...) throws { try add(ids) }

  private func add(_ ids: [Int]) throws {
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.add(ids.map { Shared.Writer(value: ["id": $0]) }) }
  }

  @Test("a realm goes on from one turn of its queue to the next, and not within one")
  func turns() throws {
    let place = try QueuePlace(configuration, autorefresh: true)
    try place.run { realm in
      #expect(realm.autorefresh)
      let all = realm.objects(Shared.Writer.self)
      #expect(all.isEmpty)
      try DispatchQueue(label: "other").sync { try add(1) }
      #expect(all.isEmpty)
    }
    #expect(place.run { $0.objects(Shared.Writer.self).count } == 1)
    try add(2)
    #expect(place.run { $0.objects(Shared.Writer.self).count } == 2)
  }

  @Test("what was found is kept from turn to turn while nothing changes")
  func kept() throws {
    try add(1)
    let place = try QueuePlace(configuration, autorefresh: true)
    let object = place.run { realm in
      let object = realm.object(ofType: Shared.Writer.self, forPrimaryKey: 1)!
      #expect(object.number == 0)
      return UncheckedObject(object: object)
    }
    #expect(place.run { _ in object.object.number } == 0)
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.objects(Shared.Writer.self).first?.number = 5 }
    #expect(place.run { _ in object.object.number } == 5)
    try place.run { realm in try realm.write { object.object.number += 1 } }
    #expect(place.run { _ in object.object.number } == 6)
    try realm.write { realm.delete(realm.objects(Shared.Writer.self)) }
    #expect(place.run { _ in object.object.isInvalidated })
  }

  @Test("an iteration goes on over what it began with, in later turns too")
  func iteration() throws {
    try add(Array(0..<300))
    let place = try QueuePlace(configuration, autorefresh: true)
    let iterator = place.run { realm in
      var iterator = realm.objects(Shared.Writer.self).makeIterator()
      #expect(iterator.next()?.id == 0)
      return UncheckedIterator(iterator: iterator)
    }
    try add(Array(300..<310))
    let count = place.run { _ in
      var count = 1
      while iterator.iterator.next() != nil { count += 1 }
      return count
    }
    #expect(count == 300)
  }

  @Test("with false, a realm stays where it is, and is told what it could go on to")
  func off() async throws {
    let place = try QueuePlace(configuration, autorefresh: false)
    place.observe()
    var told = place.told.makeAsyncIterator()
    #expect(await told.next() == "initial 0")
    try add(1)
    #expect(await told.next() == "refreshRequired")
    #expect(place.run { $0.objects(Shared.Writer.self).count } == 0)
    try add(2)
    #expect(await told.next() == "refreshRequired")
    #expect(place.run { $0.objects(Shared.Writer.self).count } == 0)
    #expect(place.run { $0.refresh() })
    #expect(await told.next() == "didChange")
    #expect(await told.next() == "update 2")
    // What it writes itself it shows, and is told.
    try place.run { realm in
      try realm.write { realm.add(Shared.Writer(value: ["id": 3])) }
      #expect(realm.objects(Shared.Writer.self).count == 3)
    }
    #expect(await told.next() == "didChange")
    #expect(await told.next() == "update 3")
    place.mark("end")
    #expect(await told.next() == "end")
    try add(4)
    #expect(await told.next() == "refreshRequired")
    place.run { $0.autorefresh = true }
    #expect(await told.next() == "didChange")
    #expect(await told.next() == "update 4")
    try add(5)
    #expect(await told.next() == "didChange")
    #expect(await told.next() == "update 5")
  }

  @Test("with false, it is told what other processes commit")
  func otherProcess() async throws {
    let place = try QueuePlace(configuration, autorefresh: false)
    place.observe()
    var told = place.told.makeAsyncIterator()
    #expect(await told.next() == "initial 0")
    let worker = ChildProcess([
      BuiltExecutable.path("RealmSwiftWorker"), "step", folder.file("a.realm"), "1",
    ])
    #expect(worker.ask("") != nil)
    #expect(await told.next() == "refreshRequired")
    #expect(place.run { $0.objects(Shared.Writer.self).count } == 0)
    #expect(place.run { $0.refresh() })
    #expect(await told.next() == "didChange")
    #expect(await told.next() == "update 1")
  }

  @Test("with false, a sequence tells what refresh() brings") @MainActor
  func sequence() async throws {
    let realm = try await Realm.open(configuration: configuration)
    realm.autorefresh = false
    var counts: [Int] = []
    for await change in realm.objects(Shared.Writer.self).changes {
      switch change {
      case .initial(let all), .update(let all, _, _, _): counts.append(all.count)
      case .error: break
      }
      if counts.count == 3 { break }
      try DispatchQueue(label: "other").sync { try add(counts.count * 2, counts.count * 2 + 1) }
      #expect(realm.objects(Shared.Writer.self).count == counts.last)
      Task { @MainActor in realm.refresh() }
    }
    #expect(counts == [0, 2, 4])
  }

  @Test("a frozen realm does not go on, and cannot be told to")
  func frozen() async throws {
    let frozen = try Realm(configuration: configuration).freeze()
    #expect(!frozen.autorefresh)
    frozen.autorefresh = false
    await #expect(processExitsWith: .failure) { [path = folder.file("a.realm") as String] in
      try Realm(configuration: Shared.configuration(path)).freeze().autorefresh = true
    }
  }
}

/// An object of a queue, carried to it.
private struct UncheckedObject: @unchecked Sendable {
  let object: Shared.Writer
}

/// An iteration of a queue, carried to it.
private final class UncheckedIterator: @unchecked Sendable {
  var iterator: Results<Shared.Writer>.Iterator
  init(iterator: Results<Shared.Writer>.Iterator) { self.iterator = iterator }
}

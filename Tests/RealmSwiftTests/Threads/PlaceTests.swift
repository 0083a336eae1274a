// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import TestFolders
import Testing

/// An actor with a realm of its own.
actor Notebook {
  private var realm: Realm!

  init(_ configuration: Realm.Configuration) async throws {
    realm = try await Realm(configuration: configuration, actor: self)
  }

  func opensTheSame() async throws -> Bool {
    let first = try await Realm(configuration: realm.configuration, actor: self)
    await Task.yield()
    return try await Realm.open(configuration: realm.configuration) == first && first == realm
  }

  func add(_ count: Int) async throws {
    for _ in 0..<count {
      try await realm.asyncWrite {
        realm.create(Jotting.self, value: ["id": realm.objects(Jotting.self).count])
      }
      await Task.yield()
    }
  }

  var count: Int {
    get async {
      await realm.asyncRefresh()
      return realm.objects(Jotting.self).count
    }
  }

  /// Starts a transaction that lasts until another call ends it.
  func begin() throws { try realm.beginWrite() }
  func cancel() { realm.cancelWrite() }

  func frozenThaws() async throws -> Bool {
    try await realm.asyncWrite { realm.create(Jotting.self, value: ["id": 1000, "text": "a"]) }
    let frozen = realm.object(ofType: Jotting.self, forPrimaryKey: 1000)!.freeze()
    return frozen.thaw()?.realm == realm && frozen.text == "a"
  }
}

@Suite struct Places {
  let folder = TemporaryFolder()
  var configuration: Realm.Configuration { .notes(folder.file("a.realm")) }

  @Test("a thread has one realm of a configuration, until it is let go")
  func thread() throws {
    var realm: Realm? = try Realm(configuration: configuration)
    #expect(try Realm(configuration: configuration) == realm)
    #expect(try Realm(fileURL: configuration.fileURL!, like: configuration) == realm)
    var other = configuration
    other.objectTypes = [Jotting.self, HiddenThing.self]
    #expect(try Realm(configuration: other) != realm)
    try realm?.write { realm?.add(Jotting()) }
    realm = nil
    #expect(try Realm(configuration: other).objects(Jotting.self).count == 1)
  }

  @Test("a transaction is not waited for by the thread that is to end it")
  func twoConfigurations() throws {
    var other = configuration
    let realm = try Realm(configuration: configuration)
    other.objectTypes = [Jotting.self, HiddenThing.self]
    let second = try Realm(configuration: other)
    let error = failure { try realm.write { try second.write {} } }
    #expect(error?.reason.contains("another realm in this place") == true)
    try second.write {}
  }

  @Test("a queue has a realm of its own, wherever it runs")
  func queue() throws {
    let queue = DispatchQueue(label: "notes")
    let configuration = configuration
    let mine = try Realm(configuration: configuration)
    let theirs = try queue.sync {
      UncheckedRealm(try Realm(configuration: configuration, queue: queue))
    }
    let isSame = try queue.sync {
      try Realm(configuration: configuration, queue: queue) == theirs.realm && theirs.realm != mine
    }
    #expect(isSame)
    try queue.sync { try theirs.realm.write { theirs.realm.add(Jotting(value: ["id": 1])) } }
    mine.refresh()
    #expect(mine.objects(Jotting.self).count == 1)
  }

  @Test("an actor has one realm, across its suspensions")
  func actor() async throws {
    let notebook = try await Notebook(configuration)
    #expect(try await notebook.opensTheSame())
    try await notebook.add(5)
    #expect(await notebook.count == 5)
    #expect(try await notebook.frozenThaws())
  }

  @Test("actors write to one file in turn")
  func actors() async throws {
    let configuration = configuration
    let notebooks = [
      try await Notebook(configuration), try await Notebook(configuration),
      try await Notebook(configuration),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for notebook in notebooks { group.addTask { try await notebook.add(10) } }
      try await group.waitForAll()
    }
    for notebook in notebooks { #expect(await notebook.count == 30) }
  }

  @Test("asyncWrite waits for another transaction of its actor without holding it up")
  func interleaved() async throws {
    let notebook = try await Notebook(configuration)
    try await notebook.begin()
    async let added: Void = notebook.add(1)
    await Task.yield()
    await notebook.cancel()
    try await added
    #expect(await notebook.count == 1)
  }

  @Test("a realm that an actor keeps is closed with the actor")
  func actorEnds() async throws {
    var notebook: Notebook? = try await Notebook(configuration)
    try await notebook?.add(1)
    notebook = nil
    #expect(try Realm.deleteFiles(for: configuration))
  }

  @Test("a realm is opened for a queue and handed over there")
  func asyncOpen() async throws {
    let configuration = configuration
    try configuration.fill(count: 2)
    let queue = DispatchQueue(label: "notes")
    let count = try await withCheckedThrowingContinuation { continuation in
      Realm.asyncOpen(configuration: configuration, callbackQueue: queue) { result in
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.resume(with: result.map { $0.objects(Jotting.self).count })
      }
    }
    #expect(count == 2)
  }

  @Test("a realm that does not open is handed over as an error")
  func asyncOpenFails() async throws {
    let configuration = configuration
    try configuration.fill()
    let wrong = Realm.Configuration.notes(folder.file("a.realm"), key: .key(2))
    let queue = DispatchQueue(label: "notes")
    await #expect(throws: Realm.Error.self) {
      try await withCheckedThrowingContinuation { continuation in
        Realm.asyncOpen(configuration: wrong, callbackQueue: queue) { result in
          continuation.resume(with: result.map { $0.isEmpty })
        }
      }
    }
  }

  @Test("a realm is not opened for whichever thread comes by")
  func nobody() async {
    let error = await #expect(throws: Realm.Error.self) {
      try await Self.openOutside(configuration)
    }
    #expect(error?.errorCode == .invalidInput)
  }

  nonisolated(nonsending) private static func openOutside(
    _ configuration: Realm.Configuration
  ) async throws {
    _ = try await Realm.open(configuration: configuration)
  }

  @Test("an actor that cannot open a file is told why")
  func actorFails() async throws {
    try configuration.fill()
    await #expect(throws: Realm.Error.self) {
      _ = try await Notebook(.notes(folder.file("a.realm"), key: .key(2)))
    }
  }
}

extension Realm {
  /// By way of the default configuration, which other tests share.
  init(fileURL: URL, like configuration: Realm.Configuration) throws {
    var copy = configuration
    copy.fileURL = fileURL
    try self.init(configuration: copy)
  }
}

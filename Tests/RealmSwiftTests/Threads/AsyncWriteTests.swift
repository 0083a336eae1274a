// SPDX-License-Identifier: Apache-2.0

import Dispatch
import EncryptedSQLite
import Foundation
import RealmSwift
import SQLite
import Synchronization
import TestFolders
import Testing

/// A realm of a queue, with what happened on it in order.
final class QueueRealm: @unchecked Sendable {
  let queue = DispatchQueue(label: "notes")
  private(set) var realm: Realm!
  var log: [String] = []

  init(_ configuration: Realm.Configuration) throws {
    try queue.sync { realm = try Realm(configuration: configuration, queue: queue) }
  }

  var count: Int { realm.objects(Jotting.self).count }

  func note(_ text: String) { log.append(text) }

  /// Runs `body` on the queue and returns once it has called what it is given.
  func run(_ body: @escaping @Sendable (@escaping () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
      queue.async { body { continuation.resume() } }
    }
  }
}

@Suite struct AsyncWrites {
  let folder = TemporaryFolder()
  var configuration: Realm.Configuration { .notes(folder.file("a.realm")) }

  @Test("what is put off runs in order, and tells when it is kept")
  func order() async throws {
    let notes = try QueueRealm(configuration)
    await notes.run { [notes] done in
      for id in 0..<3 {
        notes.realm.writeAsync {
          notes.note("write \(id)")
          notes.realm.add(Jotting(value: ["id": id]))
        } onComplete: { error in
          notes.note(error == nil ? "kept \(id): \(notes.count)" : "lost \(id)")
          if id == 2 { done() }
        }
      }
      notes.note("asked: \(notes.realm.isPerformingAsynchronousWriteOperations)")
    }
    let log = notes.queue.sync { notes.log }
    #expect(
      log == [
        "asked: true", "write 0", "kept 0: 1", "write 1", "kept 1: 2", "write 2", "kept 2: 3",
      ])
    #expect(notes.queue.sync { !notes.realm.isPerformingAsynchronousWriteOperations })
  }

  @Test("a transaction that was put off is begun, and ended by whoever likes")
  func begin() async throws {
    let notes = try QueueRealm(configuration)
    await notes.run { [notes] done in
      notes.realm.beginAsyncWrite {
        notes.realm.add(Jotting(value: ["id": 1]))
        notes.realm.commitAsyncWrite { error in
          notes.note("kept: \(error == nil)")
          done()
        }
        notes.note("in transaction: \(notes.realm.isInWriteTransaction)")
      }
    }
    await notes.run { [notes] done in
      notes.realm.beginAsyncWrite {
        notes.realm.add(Jotting(value: ["id": 2]))
        // The next one waits for the end of this one.
        notes.realm.writeAsync {
          notes.realm.add(Jotting(value: ["id": 3]))
        } onComplete: { _ in
          done()
        }
        notes.queue.async { notes.realm.cancelWrite() }
      }
    }
    #expect(notes.queue.sync { notes.log } == ["in transaction: false", "kept: true"])
    #expect(notes.queue.sync { notes.realm.objects(Jotting.self).map(\.id) } == [1, 3])
  }

  @Test("what was put off can be taken back until it begins")
  func cancel() async throws {
    let notes = try QueueRealm(configuration)
    await notes.run { [notes] done in
      let id = notes.realm.writeAsync { notes.realm.add(Jotting(value: ["id": 1])) }
      notes.realm.writeAsync {
        notes.realm.add(Jotting(value: ["id": 2]))
      } onComplete: { _ in
        done()
      }
      try? notes.realm.cancelAsyncWrite(id)
    }
    #expect(notes.queue.sync { notes.realm.objects(Jotting.self).map(\.id) } == [2])
  }

  @Test("what is put off waits for others without holding its queue up")
  func waits() async throws {
    let notes = try QueueRealm(configuration)
    let writer = try EncryptedDatabase.open(
      at: folder.file("a.realm"), key: DatabaseKey(copying: Data.key(1).span.bytes))
    try writer.execute("BEGIN IMMEDIATE")
    let held = Mutex(writer)
    await notes.run { [notes] done in
      notes.realm.writeAsync {
        notes.realm.add(Jotting(value: ["id": 1]))
      } onComplete: { error in
        notes.note("kept: \(error == nil)")
        done()
      }
      notes.queue.async {
        notes.note("meanwhile: \(notes.count)")
        held.withLock { try? $0.execute("COMMIT") }
      }
    }
    #expect(notes.queue.sync { notes.log } == ["meanwhile: 0", "kept: true"])
  }

  @Test("what cannot be written is told to whoever put it off")
  func fails() async throws {
    var configuration = configuration
    configuration.maximumNumberOfActiveVersions = 0
    let notes = try QueueRealm(configuration)
    await notes.run { [notes] done in
      notes.realm.writeAsync {
        notes.note("written")
      } onComplete: { error in
        notes.note(
          (error as? Realm.Error)?.reason.contains("active versions") == true ? "told" : "?")
        done()
      }
    }
    #expect(notes.queue.sync { notes.log } == ["told"])
  }

  @Test("a realm stays open until what was put off is done")
  func keepsOpen() async throws {
    let configuration = configuration
    let queue = DispatchQueue(label: "notes")
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      queue.async {
        do {
          let realm = try Realm(configuration: configuration, queue: queue)
          realm.writeAsync { [unowned queue] in
            _ = queue
          } onComplete: { error in
            continuation.resume(with: error.map { .failure($0) } ?? .success(()))
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    queue.sync {}
    #expect(try Realm.deleteFiles(for: configuration))
  }
}

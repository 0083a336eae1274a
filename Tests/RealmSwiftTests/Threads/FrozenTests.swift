// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import RealmSwift
import Synchronization
import TestFolders
import Testing

@Suite struct Frozen {
  let folder = TemporaryFolder()
  var configuration: Realm.Configuration { .notes(folder.file("a.realm")) }

  /// Runs `body` on a thread that has no realm yet, and waits.
  func elsewhere<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
    let result = Mutex<Result<R, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
      let outcome = Result(catching: body)
      result.withLock { $0 = outcome }
      end.signal()
    }
    thread.start()
    end.wait()
    return try result.withLock { try $0!.get() }
  }

  @Test("a frozen realm stays as it is while others write")
  func stays() throws {
    let configuration = configuration
    let realm = try Realm(configuration: configuration)
    let note = try realm.write {
      realm.create(Jotting.self, value: ["id": 1, "text": "a", "words": ["x"]])
    }
    let frozen = realm.freeze()
    let frozenNote = note.freeze()
    let words = note.words.freeze()
    #expect(frozen.isFrozen && frozenNote.isFrozen && words.isFrozen && !note.isFrozen)
    #expect(frozenNote.realm == frozen)
    try realm.write {
      note.text = "b"
      note.words.append("y")
      realm.add(Jotting(value: ["id": 2]))
    }
    #expect(note.text == "b")
    try elsewhere {
      let other = try Realm(configuration: configuration)
      try other.write { other.delete(other.object(ofType: Jotting.self, forPrimaryKey: 1)!) }
    }
    #expect(frozenNote.text == "a" && !frozenNote.isInvalidated)
    #expect(Array(words) == ["x"] && Array(frozenNote.words) == ["x"])
    #expect(frozen.objects(Jotting.self).map(\.id) == [1])
    #expect(note.text == "b")
    realm.refresh()
    #expect(note.isInvalidated && frozenNote.text == "a")
    #expect(frozenNote.thaw() == nil)
    #expect(frozen.freeze() == frozen && frozenNote.freeze() === frozenNote)
    #expect(frozen.thaw() == realm)
    #expect(!frozen.refresh())
  }

  @Test("a frozen realm is one until the realm goes on")
  func cached() throws {
    let realm = try Realm(configuration: configuration)
    let first = realm.freeze()
    #expect(realm.freeze() == first)
    try realm.write { realm.add(Jotting()) }
    #expect(realm.freeze() != first)
  }

  @Test("threads read one frozen graph at once")
  func threads() throws {
    let configuration = configuration
    try configuration.fill(count: 300)
    let realm = try Realm(configuration: configuration)
    try realm.write {
      for note in realm.objects(Jotting.self) {
        note.next = realm.object(ofType: Jotting.self, forPrimaryKey: (note.id + 1) % 300)
        note.words.append("word \(note.id)")
      }
    }
    let first = UncheckedJotting(
      note: realm.object(ofType: Jotting.self, forPrimaryKey: 0)!.freeze())
    let sums = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { index in
      if index == 5 {
        let other = try! Realm(configuration: configuration)
        for id in 300..<320 { try! other.write { other.add(Jotting(value: ["id": id])) } }
        return
      }
      var sum = 0
      var note = first.note
      for _ in 0..<300 {
        sum += note.id + note.text.count + note.words[0].count
        note = note.next!
      }
      for note in first.note.realm!.objects(Jotting.self) { sum += note.id + note.words.count }
      sums.withLock { $0.append(sum) }
    }
    #expect(sums.withLock { Set($0).count == 1 && $0.count == 5 })
  }

  @Test("a reference takes an object to another thread")
  func reference() throws {
    let configuration = configuration
    let realm = try Realm(configuration: configuration)
    let note = try realm.write {
      realm.create(Jotting.self, value: ["id": 1, "text": "a", "words": ["x"]])
    }
    let reference = ThreadSafeReference(to: note)
    let words = ThreadSafeReference(to: note.words)
    #expect(!reference.isInvalidated)
    let text = try elsewhere {
      let other = try Realm(configuration: configuration)
      let there = other.resolve(reference)
      try other.write { there?.text += "b" }
      return "\(there?.text ?? "nil"), \(other.resolve(words)?.count ?? 0)"
    }
    #expect(text == "ab, 1")
    realm.refresh()
    #expect(note.text == "ab")
  }

  @Test("a reference to what has been deleted leads nowhere")
  func deletedReference() throws {
    let configuration = configuration
    let realm = try Realm(configuration: configuration)
    let note = try realm.write { realm.create(Jotting.self, value: ["id": 1]) }
    let reference = ThreadSafeReference(to: note)
    try realm.write { realm.delete(note) }
    #expect(try elsewhere { try Realm(configuration: configuration).resolve(reference) == nil })
  }

  @Test("a thread-safe variable gives out the object of the thread that asks")
  func threadSafe() throws {
    let configuration = configuration
    let realm = try Realm(configuration: configuration)
    let note = try realm.write { realm.create(Jotting.self, value: ["id": 1, "text": "a"]) }
    let box = ThreadSafe(wrappedValue: note)
    let same = try elsewhere {
      let other = try Realm(configuration: configuration)
      return box.wrappedValue?.text == "a" && box.wrappedValue?.realm == other
    }
    #expect(same)
    #expect(box.wrappedValue == note)
    try realm.write { realm.delete(note) }
    #expect(box.wrappedValue == nil)
  }

  @Test("a realm does not see what others commit until it asks")
  func isolation() throws {
    let configuration = configuration
    try configuration.fill(count: 2)
    let realm = try Realm(configuration: configuration)
    let note = realm.object(ofType: Jotting.self, forPrimaryKey: 0)!
    #expect(note.text == "note 0")
    try elsewhere {
      let other = try Realm(configuration: configuration)
      try other.write {
        other.object(ofType: Jotting.self, forPrimaryKey: 0)!.text = "new"
        other.delete(other.object(ofType: Jotting.self, forPrimaryKey: 1)!)
      }
    }
    #expect(note.text == "note 0")
    #expect(realm.objects(Jotting.self).count == 2)
    #expect(realm.object(ofType: Jotting.self, forPrimaryKey: 1)?.text == "note 1")
    #expect(realm.refresh())
    #expect(note.text == "new")
    #expect(realm.objects(Jotting.self).count == 1)
    #expect(!realm.refresh())
  }

  @Test("a write begins with what is newest")
  func writeSeesNewest() throws {
    let configuration = configuration
    try configuration.fill()
    let realm = try Realm(configuration: configuration)
    let note = realm.object(ofType: Jotting.self, forPrimaryKey: 0)!
    #expect(note.words.isEmpty)
    try elsewhere {
      let other = try Realm(configuration: configuration)
      try other.write {
        other.object(ofType: Jotting.self, forPrimaryKey: 0)!.words.append("theirs")
      }
    }
    try realm.write { note.words.append("mine") }
    #expect(Array(note.words) == ["theirs", "mine"])
  }

  @Test("an invalidated realm gives up its objects, and goes on")
  func invalidate() throws {
    let realm = try Realm(configuration: configuration)
    let note = try realm.write { realm.create(Jotting.self, value: ["id": 1, "words": ["a"]]) }
    let words = note.words
    let all = realm.objects(Jotting.self)
    realm.invalidate()
    #expect(note.isInvalidated && words.isInvalidated)
    #expect(realm.object(ofType: Jotting.self, forPrimaryKey: 1)?.isInvalidated == false)
    #expect(realm.objects(Jotting.self).count == 1)
    _ = all
    try realm.beginWrite()
    realm.add(Jotting(value: ["id": 2]))
    realm.invalidate()
    #expect(!realm.isInWriteTransaction && realm.objects(Jotting.self).count == 1)
  }
}

/// A frozen note.
struct UncheckedJotting: @unchecked Sendable {
  let note: Jotting
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers
import TestFolders

/// A realm that random operations change, beside plain values that they change in the same way.
final class ModelRun {
  let folder = TemporaryFolder()
  let isEncrypted: Bool
  var random: SeededGenerator
  var realm: Realm
  /// What the realm shall hold now, and what it shall hold when the transaction is cancelled.
  var state = ModelState()
  private var committed = ModelState()
  /// Objects that somebody has kept, with how often their ids had been made by then.
  private var kept: [(part: Part, dynamic: DynamicObject?, id: Int, generation: Int)] = []
  private var generations: [Int: Int] = [:]
  private var committedGenerations: [Int: Int] = [:]
  private var keptBefore = 0
  /// Parts of a graph that is being put together.
  var fresh: [Int: Part] = [:]
  var nextID = 1
  var nextSerial = 1
  /// What has been done, for messages.
  private var log: [String] = []
  private(set) var faults: [String] = []

  init(seed: UInt64, isEncrypted: Bool) throws {
    random = SeededGenerator(seed: seed)
    self.isEncrypted = isEncrypted
    realm = try Self.open(folder, isEncrypted)
  }

  private static func open(_ folder: TemporaryFolder, _ isEncrypted: Bool) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("model.realm")),
        encryptionKey: isEncrypted ? Data((0..<64).map { UInt8($0) }) : nil,
        objectTypes: [Part.self]))
  }

  func note(_ operation: String) { log.append(operation) }

  /// Runs transactions until something is wrong.
  func run(transactions: Int) throws {
    for _ in 0..<transactions where faults.isEmpty { try transaction() }
    if faults.isEmpty, !isEncrypted {
      faults += try TableCheck.faults(inUnencrypted: folder.file("model.realm"))
    }
    if !faults.isEmpty { faults.append("after: \(log.suffix(40).joined(separator: "; "))") }
  }

  private func transaction() throws {
    committed = state
    committedGenerations = generations
    keptBefore = kept.count
    note("begin")
    try realm.beginWrite()
    for _ in 0..<chance(12) + 1 { operate() }
    switch chance(10) {
    case 0, 1:
      note("cancel")
      realm.cancelWrite()
      state = committed
      generations = committedGenerations
      // What was made in the transaction may be another object's by now.
      kept.removeSubrange(Swift.min(keptBefore, kept.count)...)
    case 2:
      faults += state.faults(of: realm)
      note("commit")
      try realm.commitWrite()
    default:
      note("commit")
      try realm.commitWrite()
    }
    switch chance(12) {
    case 0:
      note("reopen")
      kept = []
      // Lets go of the one that is open.
      realm = try Realm(
        configuration: Realm.Configuration(
          inMemoryIdentifier: folder.path, objectTypes: [Part.self]))
      realm = try Self.open(folder, isEncrypted)
    case 1:
      note("elsewhere")
      try changeElsewhere()
      realm.refresh()
    case 2: realm.refresh()
    case 3: faults += try onAnotherThread { [state] in state.faults(of: $0) }
    default: break
    }
    faults += state.faults(of: realm)
    checkKept()
  }

  private func checkKept() {
    for (part, dynamic, id, generation) in kept {
      let isThere = state.items[id] != nil && generations[id] == generation
      if part.isInvalidated == isThere {
        faults.append("a kept part \(id) is \(isThere ? "not there" : "still there")")
      } else if isThere, ModelState.Item(part) != state.items[id] {
        faults.append(
          "a kept part \(id) has \(ModelState.Item(part)), and not \(state.items[id] as Any)")
      }
      guard let dynamic else { continue }
      if dynamic.isInvalidated == isThere {
        faults.append("a kept dynamic part \(id) is \(isThere ? "not there" : "still there")")
      } else if isThere, ModelState.Item(dynamic) != state.items[id] {
        faults.append("a kept dynamic part \(id) has \(ModelState.Item(dynamic))")
      }
    }
    if kept.count > 30 { kept.removeFirst(kept.count - 30) }
  }

  // MARK: Elsewhere

  private func onAnotherThread<R: Sendable>(
    _ body: @escaping @Sendable (Realm) throws -> R
  ) throws -> R {
    let done = DispatchSemaphore(value: 0)
    let box = ResultBox<R>()
    let (folder, isEncrypted) = (SendableFolder(folder: folder), isEncrypted)
    Thread.detachNewThread {
      box.result = Result { try body(try Self.open(folder.folder, isEncrypted)) }
      done.signal()
    }
    done.wait()
    return try box.result!.get()
  }

  /// Another thread deletes a part and changes one.
  private func changeElsewhere() throws {
    let ids = state.items.keys.sorted()
    guard let doomed = ids.randomElement(using: &random),
      let changed = ids.randomElement(using: &random)
    else { return }
    try onAnotherThread { realm in
      try realm.write {
        realm.object(ofType: Part.self, forPrimaryKey: changed)?.name = "elsewhere"
        realm.object(ofType: Part.self, forPrimaryKey: changed)?.numbers.append(99)
        if let part = realm.object(ofType: Part.self, forPrimaryKey: doomed) { realm.delete(part) }
      }
    }
    state.items[changed]?.name = "elsewhere"
    state.items[changed]?.numbers.append(99)
    state.delete(doomed)
  }

  // MARK: Choices

  func chance(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  func anyID() -> Int? { state.items.keys.sorted().randomElement(using: &random) }

  func part(_ id: Int) -> Part {
    if let known = kept.last(where: { $0.id == id && $0.generation == generations[id] }),
      chance(2) == 0
    {
      return known.part
    }
    guard let part = realm.object(ofType: Part.self, forPrimaryKey: id) else {
      faults.append("part \(id) is missing")
      return Part()
    }
    if chance(4) == 0 {
      let dynamic = chance(2) == 0 ? realm.dynamicObject(ofType: "Part", forPrimaryKey: id) : nil
      kept.append((part, dynamic, id, generations[id] ?? 0))
    }
    return part
  }

  func memo(_ serial: Int) -> Memo? {
    Array(realm.objects(Memo.self)).first { $0.serial == serial }
  }

  /// Counts that an id is made anew.
  func begin(_ id: Int) {
    generations[id] = (generations.values.max() ?? 0) + 1
    state.items[id] = ModelState.Item()
  }

  /// An id that is free, often one that was used before.
  func freeID() -> Int {
    if chance(3) == 0, nextID > 1 {
      let id = chance(nextID - 1) + 1
      if state.items[id] == nil { return id }
    }
    nextID += 1
    return nextID - 1
  }
}

private final class ResultBox<R>: @unchecked Sendable {
  var result: Result<R, any Error>?
}

private struct SendableFolder: @unchecked Sendable {
  let folder: TemporaryFolder
}

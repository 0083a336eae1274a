// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

extension ModelRun {
  /// Does one random thing to the realm and to the plain values.
  func operate() {
    guard let id = anyID(), chance(8) > 0 else { return add() }
    // Few, so that they meet often.
    if state.items.count > 20 { return delete(id) }
    switch chance(20) {
    case 0: create()
    case 1: changeValues(id)
    case 2: changeMate(id)
    case 3, 4: changeParts(id)
    case 5: changePeers(id)
    case 6: changeMap(id)
    case 7: changeLabel(id)
    case 8, 9: changeLabels(id)
    case 10: changeLabelMap(id)
    case 11: changeNumbers(id)
    case 12: changeNotes(id)
    case 13: upsert(id)
    case 14: update(id)
    case 15: delete(id)
    case 16...18: operateDynamically(id)
    default: deleteEmbedded(id)
    }
  }

  // MARK: Making

  private func create() {
    let id = freeID()
    note("create \(id)")
    let other = anyID()
    var value: [String: Any] = ["id": id, "name": "n\(id)", "numbers": [1, nil, id] as [Int?]]
    begin(id)
    state.items[id]?.name = "n\(id)"
    state.items[id]?.numbers = [1, nil, id]
    if let other {
      value["mate"] = part(other)
      value["byName"] = ["a": part(other), "b": NSNull()] as [String: Any]
      state.items[id]?.mate = other
      state.items[id]?.byName = ["a": other, "b": nil]
    }
    value["label"] = ["text": "t", "rest": [["text": "u"]]] as [String: Any]
    state.items[id]?.label = ModelState.Tag(
      text: "t", rest: [ModelState.Tag(text: "u")])
    realm.create(Part.self, value: value)
  }

  /// A part that no realm has, with others behind it.
  private func makeGraph() -> Part {
    let id = freeID()
    begin(id)
    let new = Part(value: ["id": id, "name": "g"])
    state.items[id]?.name = "g"
    if chance(2) == 0, let other = anyID(), other != id, !isFresh(other) {
      new.parts.append(part(other))
      new.peers.insert(part(other))
      state.items[id]?.parts.append(other)
      state.items[id]?.peers.insert(other)
    }
    if chance(3) == 0 {
      new.mate = new
      new.parts.append(objectsIn: [new, new])
      state.items[id]?.mate = id
      state.items[id]?.parts += [id, id]
    }
    if chance(2) == 0 {
      let (label, tag) = makeLabel(target: new, depth: 2)
      new.labels.append(label)
      state.items[id]?.labels.append(tag)
    }
    fresh[id] = new
    return new
  }

  private func isFresh(_ id: Int) -> Bool { fresh[id] != nil }

  private func add() {
    let first = makeGraph()
    let second = makeGraph()
    note("add \(first.id) with \(second.id)")
    first.mate = second
    first.byName["x"] = second
    second.parts.append(first)
    state.items[first.id]?.mate = second.id
    state.items[first.id]?.byName["x"] = second.id
    state.items[second.id]?.parts.append(first.id)
    realm.add(first)
    fresh = [:]
  }

  func makeLabel(target: Part?, depth: Int) -> (Label, ModelState.Tag) {
    let text = "l\(chance(1000))"
    let label = Label(value: [text])
    var tag = ModelState.Tag(text: text)
    if chance(2) == 0 {
      label.target = target
      tag.target = target?.id
    }
    if depth > 0, chance(2) == 0 {
      let (inner, innerTag) = makeLabel(target: target, depth: depth - 1)
      label.inner = inner
      tag.inner = [innerTag]
    }
    for _ in 0..<(depth > 0 ? chance(3) : 0) {
      let (child, childTag) = makeLabel(target: target, depth: depth - 1)
      label.rest.append(child)
      tag.rest.append(childTag)
    }
    return (label, tag)
  }

  // MARK: Values and links

  private func changeValues(_ id: Int) {
    note("values \(id)")
    let name = "v\(chance(1000))"
    part(id).name = name
    state.items[id]?.name = name
    switch chance(4) {
    case 0:
      part(id).any = .int(3)
      state.items[id]?.any = .int(3)
    case 1:
      part(id).any = .string("s")
      state.items[id]?.any = .text("s")
    case 2:
      guard let other = anyID() else { return }
      part(id).any = .object(part(other))
      state.items[id]?.any = .part(other)
    default:
      part(id).any = .none
      state.items[id]?.any = .none
    }
    let text = "t\(chance(6))"
    if chance(2) == 0 {
      part(id).texts.insert(text)
      state.items[id]?.texts.insert(text)
    } else {
      part(id).texts.remove(text)
      state.items[id]?.texts.remove(text)
    }
  }

  private func changeMate(_ id: Int) {
    note("mate \(id)")
    switch chance(4) {
    case 0:
      part(id).mate = nil
      state.items[id]?.mate = nil
    case 1:
      part(id)["mate"] = part(id)
      state.items[id]?.mate = id
    case 2:
      let new = makeGraph()
      part(id).mate = new
      state.items[id]?.mate = new.id
      fresh = [:]
    default:
      let other = anyID()
      part(id).mate = other.map { part($0) }
      state.items[id]?.mate = other
    }
  }

  private func changeParts(_ id: Int) {
    guard var ids = state.items[id]?.parts, let other = anyID() else { return }
    let list = part(id).parts
    let operation = chance(11)
    note("parts \(operation) of \(id)")
    let place = chance(ids.count + 1)
    switch operation {
    case 0, 1:
      list.append(part(other))
      ids.append(other)
    case 2:
      list.insert(part(other), at: place)
      ids.insert(other, at: place)
    case 3 where place < ids.count:
      list.remove(at: place)
      ids.remove(at: place)
    case 4 where place < ids.count:
      let target = chance(ids.count)
      list.move(from: place, to: target)
      ids.insert(ids.remove(at: place), at: target)
    case 5 where place < ids.count:
      let target = chance(ids.count)
      list.swapAt(place, target)
      ids.swapAt(place, target)
    case 6:
      let end = place + chance(ids.count - place + 1)
      let new = [other, id, other].prefix(chance(4))
      list.replaceSubrange(place..<end, with: new.map { part($0) })
      ids.replaceSubrange(place..<end, with: new)
    case 7:
      list.removeAll { $0.id % 3 == other % 3 }
      ids.removeAll { $0 % 3 == other % 3 }
    case 8:
      part(id).parts = part(other).parts
      ids = state.items[other]?.parts ?? []
    case 9 where place < ids.count:
      let target = chance(ids.count + 1)
      let moved = IndexSet([place, chance(ids.count)])
      list.move(fromOffsets: moved, toOffset: target)
      let taken = moved.map { ids[$0] }
      let before = ids.indices.filter { $0 < target && !moved.contains($0) }.map { ids[$0] }
      let behind = ids.indices.filter { $0 >= target && !moved.contains($0) }.map { ids[$0] }
      ids = before + taken + behind
    default:
      let moved = IndexSet(ids.indices.filter { _ in chance(4) == 0 })
      list.remove(atOffsets: moved)
      ids = ids.indices.filter { !moved.contains($0) }.map { ids[$0] }
    }
    state.items[id]?.parts = ids
  }

  private func changePeers(_ id: Int) {
    guard let other = anyID() else { return }
    note("peers \(id) \(other)")
    let theirs = state.items[other]?.peers ?? []
    switch chance(6) {
    case 0, 1:
      part(id).peers.insert(part(other))
      state.items[id]?.peers.insert(other)
    case 2:
      part(id).peers.remove(part(other))
      state.items[id]?.peers.remove(other)
    case 3:
      part(id).peers.formUnion(part(other).peers)
      state.items[id]?.peers.formUnion(theirs)
    case 4:
      part(id).peers.formIntersection(part(other).peers)
      state.items[id]?.peers.formIntersection(theirs)
    default:
      part(id).peers.subtract(part(other).peers)
      state.items[id]?.peers.subtract(theirs)
    }
  }

  private func changeMap(_ id: Int) {
    guard let other = anyID() else { return }
    note("map \(id)")
    let key = "k\(chance(5))"
    switch chance(4) {
    case 0:
      part(id).byName[key] = nil
      state.items[id]?.byName[key] = nil
    case 1:
      part(id).byName.updateValue(nil, forKey: key)
      state.items[id]?.byName.updateValue(nil, forKey: key)
    default:
      part(id).byName[key] = part(other)
      state.items[id]?.byName[key] = other
    }
  }

  private func changeNumbers(_ id: Int) {
    note("numbers \(id)")
    switch chance(3) {
    case 0:
      part(id).numbers.append(objectsIn: [nil, 7])
      state.items[id]?.numbers += [nil, 7]
    case 1:
      part(id).numbers = part(id).numbers
    default:
      part(id)["numbers"] = [1, nil] as [Int?]
      state.items[id]?.numbers = [1, nil]
    }
  }

  private func changeNotes(_ id: Int) {
    note("notes \(id)")
    guard chance(3) > 0, let serial = state.notes.keys.sorted().randomElement(using: &random) else {
      let serial = nextSerial
      nextSerial += 1
      let owner = part(id)
      owner.notes.append(Memo(value: ["serial": serial, "part": owner]))
      state.items[id]?.notes.append(serial)
      state.notes[serial] = .some(id)
      return
    }
    guard let memo = memo(serial) else { return }
    if chance(3) == 0 {
      realm.delete(memo)
      state.deleteNote(serial)
    } else {
      part(id).notes.insert(memo, at: 0)
      state.items[id]?.notes.insert(serial, at: 0)
    }
  }
}

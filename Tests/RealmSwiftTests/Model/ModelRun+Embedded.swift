// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

extension ModelRun {
  func changeLabel(_ id: Int) {
    let operation = chance(5)
    note("label \(operation) of \(id)")
    switch operation {
    case 0:
      part(id).label = nil
      state.items[id]?.label = nil
    case 1 where state.items[id]?.label != nil:
      part(id).label?.text = "changed"
      state.items[id]?.label?.text = "changed"
    case 2 where state.items[id]?.label != nil:
      let (label, tag) = makeLabel(target: part(id), depth: 1)
      part(id).label?.inner = label
      state.items[id]?.label?.inner = [tag]
    case 3 where state.items[id]?.label != nil:
      part(id).label = part(id).label
    default:
      let (label, tag) = makeLabel(target: part(id), depth: 2)
      part(id).label = label
      state.items[id]?.label = tag
    }
  }

  func changeLabels(_ id: Int) {
    guard var tags = state.items[id]?.labels else { return }
    let list = part(id).labels
    let operation = chance(9)
    note("labels \(operation) of \(id)")
    let place = chance(tags.count + 1)
    let (label, tag) = makeLabel(target: part(id), depth: 1)
    switch operation {
    case 0, 1:
      list.insert(label, at: place)
      tags.insert(tag, at: place)
    case 2 where place < tags.count:
      list.remove(at: place)
      tags.remove(at: place)
    case 3 where place < tags.count:
      list[place] = label
      tags[place] = tag
    case 4 where place < tags.count:
      let target = chance(tags.count)
      list.move(from: place, to: target)
      tags.insert(tags.remove(at: place), at: target)
    case 5:
      let end = place + chance(tags.count - place + 1)
      list.replaceSubrange(place..<end, with: [label])
      tags.replaceSubrange(place..<end, with: [tag])
    case 6 where place < tags.count:
      list[place].rest.append(label)
      tags[place].rest.append(tag)
    case 7:
      list.removeAll { $0.target == nil }
      tags.removeAll { $0.target == nil }
    default:
      part(id).labels = part(id).labels
    }
    state.items[id]?.labels = tags
  }

  func changeLabelMap(_ id: Int) {
    note("label map \(id)")
    let key = "k\(chance(3))"
    switch chance(4) {
    case 0:
      part(id).labelsByName.removeObject(for: key)
      state.items[id]?.labelsByName[key] = nil
    case 1:
      part(id).labelsByName.updateValue(nil, forKey: key)
      state.items[id]?.labelsByName.updateValue(nil, forKey: key)
    default:
      let (label, tag) = makeLabel(target: part(id), depth: 1)
      part(id).labelsByName[key] = label
      state.items[id]?.labelsByName[key] = tag
    }
  }

  /// Deletes an embedded object by itself.
  func deleteEmbedded(_ id: Int) {
    guard let item = state.items[id] else { return }
    note("delete embedded of \(id)")
    switch chance(3) {
    case 0 where item.label != nil:
      realm.delete(part(id).label!)
      state.items[id]?.label = nil
    case 1 where !item.labels.isEmpty:
      let place = chance(item.labels.count)
      realm.delete(part(id).labels[place])
      state.items[id]?.labels.remove(at: place)
    default:
      guard
        let key = item.labelsByName.keys.sorted().first(where: { item.labelsByName[$0]! != nil })
      else { return }
      realm.delete(part(id).labelsByName[key]!!)
      state.items[id]?.labelsByName.updateValue(nil, forKey: key)
    }
  }

  // MARK: Whole objects

  /// Adds an unmanaged object over one that exists.
  func upsert(_ id: Int) {
    note("upsert \(id)")
    let other = anyID()
    let new = Part(value: ["id": id, "name": "upserted", "texts": ["u"]])
    var item = ModelState.Item(name: "upserted", texts: ["u"])
    if let other, other != id {
      // Another one that exists, as an unmanaged object too.
      new.mate = Part(value: ["id": other, "name": "upserted behind", "mate": new])
      item.mate = other
      state.items[other] = ModelState.Item(name: "upserted behind", mate: id)
    }
    let (label, tag) = makeLabel(target: new, depth: 1)
    new.label = label
    new.labels.append(Label(value: ["first"]))
    item.label = tag
    item.labels = [ModelState.Tag(text: "first")]
    state.items[id] = item
    realm.add(new, update: chance(2) == 0 ? .modified : .all)
  }

  /// Changes some properties of an object that exists, found by its key.
  func update(_ id: Int) {
    note("update \(id)")
    let other = anyID() ?? id
    realm.create(
      Part.self,
      value: [
        "id": id, "mate": ["id": other, "name": "updated behind"] as [String: Any],
        "labels": [["text": "u"], ["text": "v"]],
        "byName": ["u": ["id": other] as [String: Any], "v": NSNull()] as [String: Any],
      ] as [String: Any],
      update: chance(2) == 0 ? .modified : .all)
    state.items[other]?.name = "updated behind"
    state.items[id]?.mate = other
    state.items[id]?.labels = [ModelState.Tag(text: "u"), ModelState.Tag(text: "v")]
    state.items[id]?.byName = ["u": other, "v": nil]
  }

  func delete(_ id: Int) {
    if chance(4) == 0 {
      note("delete the parts of \(id)")
      let ids = state.items[id]?.parts ?? []
      realm.delete(part(id).parts)
      for id in ids { state.delete(id) }
    } else if chance(12) == 0 {
      note("delete all")
      realm.deleteAll()
      state = ModelState()
    } else {
      note("delete \(id)")
      realm.delete(part(id))
      state.delete(id)
    }
  }
}

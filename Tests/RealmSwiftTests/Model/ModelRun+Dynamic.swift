// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

// The same by way of dynamic objects.
extension ModelRun {
  /// Does one random thing to the realm by names, and to the plain values.
  func operateDynamically(_ id: Int) {
    note("dynamic \(id)")
    guard let object = realm.dynamicObject(ofType: "Part", forPrimaryKey: id), let other = anyID()
    else { return }
    let part = realm.dynamicObject(ofType: "Part", forPrimaryKey: other)
    switch chance(11) {
    case 0:
      object.name = "d\(other)"
      state.items[id]?.name = "d\(other)"
    case 1:
      let isThere = chance(3) > 0
      object.mate = isThere ? part : nil
      state.items[id]?.mate = isThere ? other : nil
    case 2: changeList(object.dynamicList("parts"), of: id, part, other)
    case 3:
      if let part { object.dynamicMutableSet("peers").insert(part) }
      state.items[id]?.peers.insert(other)
    case 4:
      let map: Map<String, DynamicObject?> = object.dynamicMap("byName")
      map["d"] = .some(part)
      map["e"] = .some(nil)
      state.items[id]?.byName["d"] = .some(other)
      state.items[id]?.byName["e"] = .some(nil)
    case 5: changeTags(object, of: id, part, other)
    case 6:
      object["numbers"] = [other, nil] as [Int?]
      state.items[id]?.numbers = [other, nil]
    case 7:
      object["texts"] = ["d", "d", "e"]
      state.items[id]?.texts = ["d", "e"]
    case 8:
      object.any = part.map { AnyRealmValue.object($0) } ?? .none
      state.items[id]?.any = .part(other)
    case 9: createDynamically(part, other)
    default:
      realm.delete(object)
      state.delete(id)
    }
  }

  private func changeList(
    _ list: List<DynamicObject>, of id: Int, _ part: DynamicObject?, _ other: Int
  ) {
    if let part { list.insert(part, at: 0) }
    state.items[id]?.parts.insert(other, at: 0)
    guard chance(2) == 0 else { return }
    list.removeLast()
    state.items[id]?.parts.removeLast()
  }

  private func changeTags(
    _ object: DynamicObject, of id: Int, _ part: DynamicObject?, _ other: Int
  ) {
    let tag = ModelState.Tag(text: "d", target: other, inner: [ModelState.Tag(text: "i")])
    let value: [String: Any] = ["text": "d", "target": part as Any, "inner": ["text": "i"]]
    switch chance(3) {
    case 0:
      object.label = value
      state.items[id]?.label = tag
    case 1:
      object["labels"] = [value, ["text": "x"]]
      state.items[id]?.labels = [tag, ModelState.Tag(text: "x")]
    default:
      object["labelsByName"] = ["a": value, "b": nil]
      state.items[id]?.labelsByName = ["a": tag, "b": nil] as [String: ModelState.Tag?]
    }
  }

  private func createDynamically(_ part: DynamicObject?, _ other: Int) {
    let id = freeID()
    begin(id)
    realm.dynamicCreate(
      "Part", value: ["id": id, "mate": part as Any, "parts": [part], "label": ["text": "l"]])
    state.items[id]?.mate = other
    state.items[id]?.parts = [other]
    state.items[id]?.label = ModelState.Tag(text: "l")
  }
}

extension ModelState {
  /// What a realm holds for who knows nothing but the file.
  init(dynamic realm: Realm) {
    for part in realm.dynamicObjects("Part") {
      if let id = part["id"] as? Int { items[id] = Item(part) }
    }
    for memo in realm.dynamicObjects("Memo") {
      guard let serial = memo.serial as? Int else { continue }
      notes[serial] = .some(memo.value(forKeyPath: "part.id") as? Int)
    }
  }
}

extension ModelState.Item {
  init(_ part: DynamicObject) {
    name = part.name as? String ?? ""
    mate = part.value(forKeyPath: "mate.id") as? Int
    parts = part.dynamicList("parts").compactMap { $0["id"] as? Int }
    peers = Set(part.dynamicMutableSet("peers").compactMap { $0["id"] as? Int })
    let byName: Map<String, DynamicObject?> = part.dynamicMap("byName")
    for (key, value) in byName { self.byName[key] = .some(value?["id"] as? Int) }
    label = (part.label as? DynamicObject).map { ModelState.Tag($0) }
    labels = part.dynamicList("labels").map { ModelState.Tag($0) }
    let labelsByName: Map<String, DynamicObject?> = part.dynamicMap("labelsByName")
    for (key, value) in labelsByName {
      self.labelsByName[key] = .some(value.map { ModelState.Tag($0) })
    }
    numbers = (part.numbers as? List<Int?>).map { Array($0) } ?? []
    texts = (part.texts as? MutableSet<String>).map { Set($0) } ?? []
    notes = part.dynamicList("notes").compactMap { $0.serial as? Int }
    any =
      switch part.any as? AnyRealmValue {
      case .int(let value): .int(value)
      case .string(let value): .text(value)
      case .object(let object): .part((object as? DynamicObject)?["id"] as? Int ?? -1)
      default: .none
      }
  }
}

extension ModelState.Tag {
  init(_ label: DynamicObject) {
    self.init(
      text: label.text as? String ?? "", target: label.value(forKeyPath: "target.id") as? Int,
      inner: (label.inner as? DynamicObject).map { [Self($0)] } ?? [],
      rest: label.dynamicList("rest").map { Self($0) })
  }
}

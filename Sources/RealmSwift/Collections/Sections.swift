// SPDX-License-Identifier: Apache-2.0

/// Which of some results belong together, as of the last time anybody asked.
final class Sections<Key: Hashable, Element: RealmCollectionValue> {
  let results: Results<Element>
  let key: (Element) -> Key

  private var time: UInt64?
  private var keys: [Key] = []
  private var places: [Key: [Int]] = [:]

  init(_ results: Results<Element>, by key: @escaping (Element) -> Key) {
    self.results = results
    self.key = key
  }

  private var core: RealmCore { results.live.core }

  /// The keys, in the order in which the results have them first.
  var allKeys: [Key] {
    core.locked {
      prepare()
      return keys
    }
  }

  /// The keys in order, each with the places in the results of what has it.
  var arrangement: [(key: Key, places: [Int])] {
    core.locked {
      prepare()
      return keys.map { ($0, places[$0] ?? []) }
    }
  }

  /// The elements with a key, in the order of the results.
  func elements(with key: Key) -> [Element] {
    core.locked {
      prepare()
      return (places[key] ?? []).map { results[$0] }
    }
  }

  /// How many elements have a key.
  func count(with key: Key) -> Int {
    core.locked {
      prepare()
      return places[key]?.count ?? 0
    }
  }

  /// The element at a place of those with a key.
  func element(at position: Int, with key: Key) -> Element {
    core.locked {
      prepare()
      let places = places[key] ?? []
      guard places.indices.contains(position) else {
        misuse("place \(position) is asked for, and the section has \(places.count) objects")
      }
      return results[places[position]]
    }
  }

  private func prepare() {
    if results.isInvalidated { misuse("sections of a realm that was invalidated are used") }
    core.prepareToRead()
    // Nobody knows what a key is computed of: a change of any class may change it.
    let now = core.tables.values.reduce(UInt64(core.tables.count)) { $0 &+ $1.now }
    if time == now { return }
    keys = []
    places = [:]
    for (place, element) in results.enumerated() {
      let key = key(element)
      if places[key] == nil { keys.append(key) }
      places[key, default: []].append(place)
    }
    // The first look may have made tables known.
    time = core.tables.values.reduce(UInt64(core.tables.count)) { $0 &+ $1.now }
  }
}

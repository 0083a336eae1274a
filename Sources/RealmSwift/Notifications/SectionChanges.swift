// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore

/// A section of results that are observed.
struct ObservedSection<Key: Hashable> {
  let key: Key
  let elements: [ObservedElement]
}

/// What turns sections into others: elements and then sections are taken out of the old ones,
/// sections and then elements put in, and the modifications are elements that are still there.
struct SectionChanges {
  /// Places in the old sections, without those of sections that go as a whole.
  private(set) var deletions: [IndexPath] = []
  /// Places in the new sections, with those of sections that are new.
  private(set) var insertions: [IndexPath] = []
  /// Places in the new sections.
  private(set) var modifications: [IndexPath] = []
  private(set) var sectionsToInsert = IndexSet()
  private(set) var sectionsToDelete = IndexSet()

  var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && modifications.isEmpty && sectionsToInsert.isEmpty
      && sectionsToDelete.isEmpty
  }

  /// A section that has come to stand before another one that it stood behind goes and comes.
  init<Key>(from old: [ObservedSection<Key>], to new: [ObservedSection<Key>]) {
    var numbers: [Key: Int64] = [:]
    let numbered = { (sections: [ObservedSection<Key>]) in
      sections.map { section in
        let number = numbers[section.key] ?? Int64(numbers.count)
        numbers[section.key] = number
        return ObservedElement(identity: MixedValue(.int, .integer(number)), fingerprint: 0)
      }
    }
    let whole = ElementChanges(from: numbered(old), to: numbered(new), replacing: false)
    sectionsToDelete = IndexSet(whole.deletions)
    sectionsToInsert = IndexSet(whole.insertions)
    var staying = old.indices.filter { !sectionsToDelete.contains($0) }[...]
    for place in new.indices {
      if sectionsToInsert.contains(place) {
        insertions += Self.paths(new[place].elements.indices, in: place)
      } else if let before = staying.popFirst() {
        compare(old[before].elements, at: before, with: new[place].elements, at: place)
      }
    }
  }

  /// The changes of one section, wherever it stands among the others.
  init(
    ofOne old: (place: Int, elements: [ObservedElement])?,
    to new: (place: Int, elements: [ObservedElement])?
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil): sectionsToDelete = [old.place]
    case (nil, let new?):
      sectionsToInsert = [new.place]
      insertions = Self.paths(new.elements.indices, in: new.place)
    case (let old?, let new?):
      compare(old.elements, at: old.place, with: new.elements, at: new.place)
    }
  }

  private mutating func compare(
    _ old: [ObservedElement], at oldPlace: Int, with new: [ObservedElement], at newPlace: Int
  ) {
    let changes = ElementChanges(from: old, to: new, replacing: false)
    deletions += Self.paths(changes.deletions, in: oldPlace)
    insertions += Self.paths(changes.insertions, in: newPlace)
    modifications += Self.paths(changes.modifications, in: newPlace)
  }

  private static func paths(_ places: some Sequence<Int>, in section: Int) -> [IndexPath] {
    places.map { IndexPath(indexes: [section, $0]) }
  }
}

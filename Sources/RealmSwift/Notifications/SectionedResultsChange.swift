// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ObjectStore

/// What somebody who observes results in sections is told.
public enum SectionedResultsChange<CollectionType> {
  /// The sections as they are at the beginning.
  case initial(CollectionType)

  /// The sections have changed.
  ///
  /// A place is the number of a section and the place in it; all are in ascending order.
  /// `deletions` and `sectionsToDelete` are those of what was there before, `insertions` and
  /// `sectionsToInsert` those of what is there now and was not, `modifications` those that elements
  /// which have changed have now. The elements of a section that is new are among the insertions;
  /// those of a section that is gone go with it, and are not among the deletions.
  case update(
    CollectionType, deletions: [IndexPath], insertions: [IndexPath], modifications: [IndexPath],
    sectionsToInsert: IndexSet, sectionsToDelete: IndexSet)
}

/// What changes in sections, or in one of them.
final class SectionTracker<Key: Hashable, Element: RealmCollectionValue, Shown>:
  ChangeTracker<SectionedResultsChange<Shown>>
{
  private let shown: Shown
  private let sections: Sections<Key, Element>
  /// The section that is observed; nil for all.
  private let key: Key?
  private let reader: ElementReader
  /// The sections as they have been told.
  private var told: [ObservedSection<Key>]?

  init(
    _ shown: Shown, of sections: Sections<Key, Element>, only key: Key? = nil, keyPaths: [String]?
  ) {
    self.shown = shown
    self.sections = sections
    self.key = key
    let core = sections.results.live.core
    reader = ElementReader(sections.results, core: core, keyPaths: keyPaths)
    super.init(core)
  }

  override func find() -> SectionedResultsChange<Shown>? {
    let elements = reader.read()
    if elements == nil { isOver = true }
    let new = elements.map { elements in
      sections.arrangement.map { section in
        ObservedSection(
          key: section.key,
          // What could not be read is told of in another way.
          elements: section.places.compactMap { elements.indices.contains($0) ? elements[$0] : nil }
        )
      }
    }
    guard let old = told else {
      told = new ?? []
      return .initial(shown)
    }
    told = new ?? []
    let changes = changes(from: old, to: new ?? [])
    if changes.isEmpty { return nil }
    return .update(
      shown, deletions: changes.deletions, insertions: changes.insertions,
      modifications: changes.modifications, sectionsToInsert: changes.sectionsToInsert,
      sectionsToDelete: changes.sectionsToDelete)
  }

  private func changes(
    from old: [ObservedSection<Key>], to new: [ObservedSection<Key>]
  ) -> SectionChanges {
    guard let key else { return SectionChanges(from: old, to: new) }
    let own = { (sections: [ObservedSection<Key>]) in
      sections.firstIndex { $0.key == key }.map { (place: $0, elements: sections[$0].elements) }
    }
    return SectionChanges(ofOne: own(old), to: own(new))
  }

  // What it begins with is told in any case.
  override func skip() { if told != nil { super.skip() } }

  override var restoration: () -> Void {
    { [told = told] in
      self.told = told
      self.reader.forget()
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// What somebody who observes a collection is told.
public enum RealmCollectionChange<CollectionType> {
  /// The collection as it is at the beginning.
  case initial(CollectionType)

  /// The collection has changed.
  ///
  /// Places are in ascending order: `deletions` are those of elements that were there before,
  /// `insertions` those of elements that are there now and were not, `modifications` those that the
  /// elements which have changed have now.
  case update(CollectionType, deletions: [Int], insertions: [Int], modifications: [Int])

  /// Never told; Realm has it for code that is older.
  case error(any Error)
}

/// What changes in a collection.
final class ElementTracker<Elements>: ChangeTracker<RealmCollectionChange<Elements>> {
  private let elements: Elements
  private let reader: ElementReader
  /// The elements as they have been told.
  private var told: [ObservedElement]?

  init(
    _ elements: Elements, _ source: any ObservableElements, core: RealmCore,
    keyPaths: [String]?
  ) {
    self.elements = elements
    reader = ElementReader(source, core: core, keyPaths: keyPaths)
    super.init(core)
  }

  override func find() -> RealmCollectionChange<Elements>? {
    if told != nil, !reader.mayHaveChanged { return nil }
    let current = reader.read()
    // Its owner was deleted: there is nothing more to come.
    if current == nil { isOver = true }
    let new = current ?? []
    guard let old = told else {
      told = new
      return .initial(elements)
    }
    told = new
    let changes = ElementChanges(from: old, to: new, replacing: reader.replacesElements)
    if changes.isEmpty { return nil }
    return .update(
      elements, deletions: changes.deletions, insertions: changes.insertions,
      modifications: changes.modifications)
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

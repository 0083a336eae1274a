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
  private let source: any ObservableElements
  private let observed: ObservedProperties
  /// The elements as they have been told.
  private var told: [ObservedElement]?

  init(
    _ elements: Elements, _ source: any ObservableElements, core: RealmCore,
    keyPaths: [String]?
  ) {
    self.elements = elements
    self.source = source
    observed = ObservedKeyPaths.observed(keyPaths, from: source.observedClass)
    super.init(core)
  }

  override func find() -> RealmCollectionChange<Elements>? {
    let current = source.observedElements()
    // Its owner was deleted: there is nothing more to come.
    if current == nil { isOver = true }
    let new = fingerprints(of: current ?? [])
    guard let old = told else {
      told = new
      return .initial(elements)
    }
    told = new
    let changes = ElementChanges(from: old, to: new, replacing: source.replacesElements)
    if changes.isEmpty { return nil }
    return .update(
      elements, deletions: changes.deletions, insertions: changes.insertions,
      modifications: changes.modifications)
  }

  // What it begins with is told in any case.
  override func skip() { if told != nil { super.skip() } }

  override var restoration: () -> Void { { [told = told] in self.told = told } }

  private func fingerprints(of values: [MixedValue]) -> [ObservedElement] {
    var fingerprints = Fingerprints(core.store)
    let property = source.observedProperty
    return core.guarding { () throws(ObjectStoreError) in
      var result: [ObservedElement] = []
      result.reserveCapacity(values.count)
      for value in values {
        result.append(
          ObservedElement(
            identity: value,
            fingerprint: try fingerprints.element(value, of: property, observed)))
      }
      return result
    } ?? []
  }
}

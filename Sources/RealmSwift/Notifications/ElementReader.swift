// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Reads the elements of a collection as what can be compared with what they were.
final class ElementReader {
  private let core: RealmCore
  private let source: any ObservableElements
  private let observed: ObservedProperties

  /// - Parameter keyPaths: the properties of the elements that count; nil for all.
  init(_ source: any ObservableElements, core: RealmCore, keyPaths: [String]?) {
    self.core = core
    self.source = source
    observed = ObservedKeyPaths.observed(keyPaths, from: source.observedClass)
  }

  /// Whether another element in a place is a change of that place.
  var replacesElements: Bool { source.replacesElements }

  /// The elements; nil when the collection is gone.
  func read() -> [ObservedElement]? {
    guard let values = source.observedElements() else { return nil }
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

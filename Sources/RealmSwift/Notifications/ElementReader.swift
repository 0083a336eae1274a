// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Reads the elements of a collection as what can be compared with what they were.
///
/// After commits of its own realm, which knows what it has changed, only that is read again; of
/// others', nobody knows more than that there were some.
final class ElementReader {
  private let core: RealmCore
  private let source: any ObservableElements
  private let observed: ObservedProperties
  private var last: Reading?

  private struct Reading {
    var elements: [ObservedElement]
    /// The times of the classes that decide how the elements look.
    let times: ClassTimes
    /// The time of the class of the elements.
    let time: UInt64
    let layoutGeneration: Int
  }

  /// - Parameter keyPaths: the properties of the elements that count; nil for all.
  init(_ source: any ObservableElements, core: RealmCore, keyPaths: [String]?) {
    self.core = core
    self.source = source
    observed = ObservedKeyPaths.observed(keyPaths, from: source.observedClass)
  }

  /// Whether another element in a place is a change of that place.
  var replacesElements: Bool { source.replacesElements }

  /// Whether the elements may be others, or look otherwise, than when they were read last.
  var mayHaveChanged: Bool {
    guard let last, let names = namesBehind else { return true }
    return ClassTimes(names.classes, in: core) != last.times
  }

  /// Says that what was read last is not to be relied on.
  func forget() { last = nil }

  /// The elements; nil when the collection is gone.
  func read() -> [ObservedElement]? {
    guard let table = source.observedClass.flatMap({ core.table(of: $0) }),
      let rows = RowFingerprints(of: table.className, observed, in: core.store)
    else { return note(readOneByOne()) }
    let elements: [ObservedElement]?
    if let last, last.layoutGeneration == core.store.layoutGeneration,
      table.changes.floor <= last.time
    {
      elements = read(rows, in: table, after: last)
    } else {
      elements = read(rows)
    }
    return note(elements, time: table.now)
  }

  private func note(_ elements: [ObservedElement]?, time: UInt64 = 0) -> [ObservedElement]? {
    last = nil
    if let elements, let names = namesBehind, !core.hasFailed {
      last = Reading(
        elements: elements, times: ClassTimes(names.classes, in: core), time: time,
        layoutGeneration: core.store.layoutGeneration)
    }
    return elements
  }

  /// The classes that decide which elements there are and how they look, nil in it for all; nil
  /// where that cannot be said.
  private var namesBehind: (classes: Set<String>?, Void)? {
    guard let tables = source.observedTables else { return nil }
    let description = source.observedClass
    guard description != nil || source.observedProperty.type != .mixed,
      var names = description.map({ core.store.classNames(behind: $0.name, observed) }) ?? []
    else { return (nil, ()) }
    names.formUnion(tables.map(\.className))
    return (names, ())
  }

  // MARK: Elements with links

  private func readOneByOne() -> [ObservedElement]? {
    guard let values = source.observedElements() else { return nil }
    var fingerprints = Fingerprints(core.store)
    let property = source.observedProperty
    return core.guarding { () throws(ObjectStoreError) in
      if let range = Self.denseRange(of: values), let target = property.target {
        try fingerprints.prepare(range, of: target, observed)
      }
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

  // MARK: Elements that are their rows

  /// Reads what the realm itself has changed.
  private func read(
    _ rows: RowFingerprints, in table: ObjectTable, after last: Reading
  ) -> [ObservedElement]? {
    if source.isWholeClass, !table.changes.haveComeOrGone(after: last.time) {
      return source.isGone ? nil : renew(last.elements, rows, in: table, since: last.time)
    }
    guard let values = source.observedElements() else { return nil }
    // Most are where they were.
    var known: [MixedValue: Int]?
    return core.guarding { () throws(ObjectStoreError) in
      var result: [ObservedElement] = []
      result.reserveCapacity(values.count)
      for (place, value) in values.enumerated() {
        guard case .integer(let key) = value.value else {
          result.append(ObservedElement(identity: value, fingerprint: 0))
          continue
        }
        var number: Int?
        if !table.changes.contains(key, after: last.time) {
          if place < last.elements.count, last.elements[place].identity == value {
            number = last.elements[place].fingerprint
          } else {
            let numbers =
              known
              ?? Dictionary(
                last.elements.map { ($0.identity, $0.fingerprint) }, uniquingKeysWith: { a, _ in a }
              )
            known = numbers
            number = numbers[value]
          }
        }
        let fingerprint = if let number { number } else { try rows.number(of: key) ?? 0 }
        result.append(ObservedElement(identity: value, fingerprint: fingerprint))
      }
      return result
    } ?? []
  }

  /// The same objects of a class, in the order of their keys, those that have changed read again.
  private func renew(
    _ elements: [ObservedElement], _ rows: RowFingerprints, in table: ObjectTable,
    since time: UInt64
  ) -> [ObservedElement] {
    core.guarding { () throws(ObjectStoreError) in
      var result = elements
      for key in table.changes.keys(after: time) {
        let place = result.partitioningIndex { element in
          if case .integer(let other) = element.identity.value { other >= key } else { false }
        }
        let identity = MixedValue(.null, .integer(key))
        guard place < result.count, result[place].identity == identity,
          let number = try rows.number(of: key)
        else { continue }
        result[place] = ObservedElement(identity: identity, fingerprint: number)
      }
      return result
    } ?? []
  }

  private func read(_ rows: RowFingerprints) -> [ObservedElement]? {
    source.isWholeClass ? readWholeClass(rows) : readSome(rows)
  }

  /// Reads keys and values in one go.
  private func readWholeClass(_ rows: RowFingerprints) -> [ObservedElement]? {
    if source.isGone { return nil }
    core.prepareToRead()
    return core.guarding { () throws(ObjectStoreError) in
      var result: [ObservedElement] = []
      result.reserveCapacity(last?.elements.count ?? 0)
      try rows.visit(.min ... .max) { key, number in
        result.append(
          ObservedElement(identity: MixedValue(.null, .integer(key)), fingerprint: number))
      }
      return result
    } ?? []
  }

  private func readSome(_ rows: RowFingerprints) -> [ObservedElement]? {
    guard let values = source.observedElements() else { return nil }
    return core.guarding { () throws(ObjectStoreError) in
      var numbers: [MixedValue: Int] = [:]
      if let range = Self.denseRange(of: values) {
        let wanted = Set(values)
        try rows.visit(range) { key, number in
          let value = MixedValue(.null, .integer(key))
          if wanted.contains(value) { numbers[value] = number }
        }
      } else {
        for value in values where numbers[value] == nil {
          if case .integer(let key) = value.value { numbers[value] = try rows.number(of: key) }
        }
      }
      return values.map { ObservedElement(identity: $0, fingerprint: numbers[$0] ?? 0) }
    } ?? []
  }

  /// From the least to the greatest key, where it is cheaper to go over all objects in between than
  /// to look for each.
  private static func denseRange(of values: [MixedValue]) -> ClosedRange<ObjectKey>? {
    let keys = values.lazy.compactMap { value in
      if case .integer(let key) = value.value { key } else { nil as ObjectKey? }
    }
    guard let first = keys.min(), let last = keys.max() else { return nil }
    let (width, isTooWide) = last.subtractingReportingOverflow(first)
    return !isTooWide && width / 8 <= values.count ? first...last : nil
  }
}

extension RealmCore {
  /// The table of the objects that a class describes; nil where the realm does not have it.
  fileprivate func table(of description: ClassDescription) -> ObjectTable? {
    description.isDynamic
      ? dynamicTable(ifKnown: description.name) : table(for: description.type)
  }
}

extension Array {
  /// The first place of an element that a condition holds for, as it does for all behind it.
  fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

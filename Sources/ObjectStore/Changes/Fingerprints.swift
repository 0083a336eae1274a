// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// Tells whether objects are as they were, by a number for all that is observed of them.
///
/// Numbers can be compared within one process. That two states of an object have the same one has a
/// chance of one in 2⁶⁴.
package struct Fingerprints {
  private let store: ObjectStore
  private var contents: ObservedContents
  /// The numbers of objects that are led to, all of whose properties are observed.
  private var known: [Known: Int] = [:]

  private struct Known: Hashable {
    let table: Int
    let key: ObjectKey
    let depth: Int
  }

  /// Reads what `store` shows now.
  package init(_ store: ObjectStore) {
    self.store = store
    contents = ObservedContents(store)
  }

  /// Reads the objects with keys in a range in one go, where that is what will be asked for.
  package mutating func prepare(
    _ keys: ClosedRange<ObjectKey>, of className: String, _ observed: ObservedProperties
  ) throws(ObjectStoreError) {
    guard observed.named == nil, let table = contents.table(named: className) else { return }
    try mapping { () throws(SQLiteError) in try contents.load(keys, in: table) }
  }

  /// The number of an element of a collection, with what it leads to.
  package mutating func element(
    _ value: MixedValue, of property: PropertySchema, _ observed: ObservedProperties
  ) throws(ObjectStoreError) -> Int {
    try mapping { () throws(SQLiteError) in
      try number(contents.part([value], of: property), observed)
    }
  }

  /// A number for each property that is observed, in an order of its own; nil where there is no
  /// object.
  package mutating func properties(
    of key: ObjectKey, in className: String, _ observed: ObservedProperties
  ) throws(ObjectStoreError) -> [(step: PropertyPath.Step, number: Int)]? {
    guard let table = contents.table(named: className) else { return nil }
    return try mapping { () throws(SQLiteError) in
      var result: [(step: PropertyPath.Step, number: Int)] = []
      let isThere = try visit(key, in: table, observed) { result.append(($0, $1)) }
      return isThere ? result : nil
    }
  }

  /// Goes over the properties of an object that are observed.
  ///
  /// - Returns: false where there is no object.
  private mutating func visit(
    _ key: ObjectKey, in table: Int, _ observed: ObservedProperties,
    _ body: (PropertyPath.Step, Int) -> Void
  ) throws(SQLiteError) -> Bool {
    guard let named = observed.named else {
      guard let object = try contents.object(key, in: table) else { return false }
      let behind: ObservedProperties =
        observed.depth > 0 ? .everything(throughLinks: observed.depth - 1) : .nothing
      var targets = object.targets[...]
      for (place, step) in contents.steps(of: table).enumerated() {
        let own = targets.prefix { $0.property == place }
        targets = targets.dropFirst(own.count)
        body(step, try number((object.numbers[place], Array(own)), behind))
      }
      return true
    }
    guard try contents.exists(key, in: table) else { return false }
    for (step, behind) in named {
      if case .backlinks(let className, let property) = step {
        body(
          step, try backlinks(to: key, in: table, from: className, by: property, behind))
      } else if let part = try contents.part(step.name, of: key, in: table) {
        body(.property(step.name), try number(part, behind))
      }
    }
    return true
  }

  /// The number of values with what they lead to.
  private mutating func number(
    _ part: ObservedContents.Part, _ behind: ObservedProperties
  ) throws(SQLiteError) -> Int {
    if behind.isNothing || part.targets.isEmpty { return part.number }
    var hasher = Hasher()
    hasher.combine(part.number)
    for target in part.targets {
      hasher.combine(try number(target.key, in: target.table, behind))
    }
    return hasher.finalize()
  }

  /// The number of an object that is led to.
  private mutating func number(
    _ key: ObjectKey, in table: Int, _ observed: ObservedProperties
  ) throws(SQLiteError) -> Int {
    let place = Known(table: table, key: key, depth: observed.depth)
    if observed.named == nil, let number = known[place] { return number }
    var hasher = Hasher()
    _ = try visit(key, in: table, observed) { hasher.combine($1) }
    let number = hasher.finalize()
    if observed.named == nil { known[place] = number }
    return number
  }

  private mutating func backlinks(
    to key: ObjectKey, in table: Int, from className: String, by name: String,
    _ behind: ObservedProperties
  ) throws(SQLiteError) -> Int {
    var hasher = Hasher()
    guard let origin = contents.table(named: className),
      let property = contents.layout(of: origin).schema[name]
    else { return hasher.finalize() }
    let keys: [ObjectKey]
    do throws(ObjectStoreError) {
      keys = try store.keys(
        linkingBy: property, of: className, to: key, ofClass: contents.layout(of: table).classID)
    } catch {
      throw error.underlying ?? SQLiteError(code: .error, message: error.reason)
    }
    for key in keys {
      hasher.combine(key)
      if !behind.isNothing { hasher.combine(try number(key, in: origin, behind)) }
    }
    return hasher.finalize()
  }
}

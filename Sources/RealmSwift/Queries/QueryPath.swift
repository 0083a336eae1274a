// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// A path from an object, with what is known of where it leads.
struct QueryPath {
  var path = PropertyPath([])
  /// What the path leads to; nil while it has not left the object.
  var kind: _PropertyKind?
  /// How many collections it goes through.
  var collections = 0

  init() {}

  /// The values that `accessor` has on from here.
  func appending(_ accessor: _PropertyAccessor) -> QueryPath {
    var next = self
    if let (className, property) = accessor.origin {
      next.path.steps.append(.backlinks(className: className, property: property))
      next.collections += 1
    } else {
      next.path.steps.append(.property(accessor.columnName))
      if accessor.kind.collection != nil { next.collections += 1 }
    }
    next.kind = accessor.kind
    return next
  }

  /// The keys of the map that the path ends with.
  func takingKeys() -> QueryPath { replacingLast { .keys($0) } }

  /// What the map that the path ends with has under a key.
  func taking(key: String) -> QueryPath {
    var next = replacingLast { .entry($0, key: key) }
    next.collections -= 1
    return next
  }

  private func replacingLast(_ step: (String) -> PropertyPath.Step) -> QueryPath {
    guard case .property(let map)? = path.steps.last, kind?.collection == .map else {
      misuse("\(path.description) is no map, and has no keys")
    }
    var next = self
    next.path.steps[path.steps.count - 1] = step(map)
    return next
  }

  /// Something computed of the last collection.
  func computing(_ aggregate: PropertyPath.Aggregate) -> QueryPath {
    guard collections > 0, path.aggregate == nil else {
      misuse("\(path.description) leads through no collection to compute \(aggregate.rawValue) of")
    }
    var next = self
    next.path.aggregate = aggregate
    next.collections -= 1
    switch aggregate {
    case .count: next.kind = _PropertyKind(.int)
    case .average: next.kind = _PropertyKind(.double)
    case .min, .max, .sum: next.kind = kind.map { _PropertyKind($0.type) }
    }
    return next
  }

  /// How many of the values shall fit where nobody says.
  var quantifier: Comparison.Quantifier? { collections > 0 ? .any : nil }

  // MARK: Paths as text

  /// The path that `names` are from an object of a class.
  init(_ names: [String], from description: ClassDescription) {
    self.init()
    var description: ClassDescription? = description
    var aggregate: PropertyPath.Aggregate?
    for name in names {
      if name == "@allValues" { continue }
      if name == "@allKeys" {
        self = takingKeys()
        kind = _PropertyKind(.string)
        continue
      }
      if name.hasPrefix("@") {
        guard aggregate == nil,
          let known = PropertyPath.Aggregate(rawValue: String(name.dropFirst()))
        else { misuse("\(names.joined(separator: ".")) asks for \(name), which is unknown") }
        aggregate = known
        continue
      }
      guard let owner = description else {
        misuse("\(names.joined(separator: ".")) goes on behind a property that is no link")
      }
      guard let accessor = owner[name] else {
        misuse("class \(owner.programName) has no property \(name)")
      }
      self = appending(accessor)
      description = accessor.kind.target.map { ClassDescription.of($0) }
    }
    if let aggregate { self = computing(aggregate) }
  }

  /// The same for a path with full stops.
  init(_ text: String, from description: ClassDescription) {
    self.init(text.split(separator: ".").map(String.init), from: description)
  }

  /// The same for a key path of Swift.
  init<Root: ObjectBase, Value>(_ keyPath: KeyPath<Root, Value>) {
    self.init()
    for accessor in KeyPathRecorder.accessors(of: keyPath) { self = appending(accessor) }
  }
}

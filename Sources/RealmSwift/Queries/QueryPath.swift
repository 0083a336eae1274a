// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// What a path begins at.
enum QueryOrigin {
  case objects(ClassDescription)
  /// Values of a collection that are no objects.
  case values(_PropertyKind)

  /// What a property, or a collection, leads to.
  init(_ kind: _PropertyKind) {
    self =
      kind.type == .object
      ? kind.targetDescription.map { .objects($0) } ?? .values(kind) : .values(kind)
  }

  /// What a path leads to that has not left it.
  var kind: _PropertyKind {
    switch self {
    case .objects(let description): description.linkKind
    case .values(let kind): kind
    }
  }
}

/// A path from an object or a value, with what is known of where it leads.
struct QueryPath {
  var path = PropertyPath([])
  /// What the path leads to; nil while it has not left the object.
  var kind: _PropertyKind?
  /// How many collections it goes through.
  var collections = 0
  /// Whether all elements were asked for by `[*]`.
  private var takesAll = false
  /// How many steps lead through the first of them.
  private var firstCollection = 0

  init() {}

  /// The path up to the elements of the first collection; nil for a path through none.
  var throughFirstCollection: PropertyPath? {
    collections > 0 ? PropertyPath(Array(path.steps.prefix(firstCollection))) : nil
  }

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
    if collections == 0 { next.firstCollection = next.path.steps.count }
    next.kind = accessor.kind
    return next
  }

  /// The keys of the map that the path ends with.
  func takingKeys() -> QueryPath { replacingLast { .keys($0) } }

  /// What the map that the path ends with has under a key.
  func taking(key: String) -> QueryPath {
    var next = replacingLast { .entry($0, key: key) }
    next.collections -= 1
    next.kind?.collection = nil
    return next
  }

  /// Each element of the collection that the path ends with.
  func takingElements() -> QueryPath {
    var next = self
    next.kind?.collection = nil
    return next
  }

  /// What stands at the end of the path has in a place or under a key: a map, a list, or a value of
  /// any type.
  func taking(inside: PropertyPath.Inside) -> QueryPath {
    if case .place(.index(let index)) = inside, index < 0 {
      misuse("\(path.description) is asked for place \(index); places begin at 0")
    }
    let isElement = path.steps.last.map { if case .property = $0 { false } else { true } } ?? true
    switch (kind?.collection, inside) {
    case (.map?, .key(let key)) where !isElement: return taking(key: key)
    case (.list?, .place(let place)) where !isElement:
      guard case .property(let list)? = path.steps.last else { break }
      var next = self
      next.path.steps[path.steps.count - 1] = .element(list, at: place)
      next.collections -= 1
      next.kind?.collection = nil
      return next
    case (.some, .all) where !isElement:
      var next = takingElements()
      next.takesAll = true
      return next
    default: break
    }
    guard path.aggregate == nil,
      kind == nil || kind?.type == .mixed && (kind?.collection == nil || isElement)
    else {
      misuse("\(path.description) is no map, and has no keys; nor is it a list with places")
    }
    var next = self
    next.path.steps.append(.inside(inside))
    if inside == .all {
      next.takesAll = true
      next.collections += 1
      if collections == 0 { next.firstCollection = next.path.steps.count }
    }
    next.kind = _PropertyKind(inside == .type ? .string : .mixed)
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
    let isDecimal = kind?.type == .decimal128 || kind?.type == .mixed
    switch aggregate {
    case .count: next.kind = _PropertyKind(.int)
    case .sum where isDecimal, .average where isDecimal: next.kind = _PropertyKind(.decimal128)
    case .average: next.kind = _PropertyKind(.double)
    case .sum where kind?.type == .float: next.kind = _PropertyKind(.double)
    case .min, .max, .sum: next.kind = kind.map { _PropertyKind($0.type) }
    }
    return next
  }

  /// How many elements of the last collection fit.
  func counting(_ condition: Predicate) -> QueryPath {
    var next = computing(.count)
    next.path.condition = condition
    return next
  }

  /// How many of the values shall fit where nobody says.
  var quantifier: Comparison.Quantifier? { collections > 0 ? .any : nil }

  /// The same for text, which says so itself, but for `[*]`.
  var impliedQuantifier: Comparison.Quantifier? { takesAll ? .any : nil }

  // MARK: Paths as text

  /// The path that `names` are from what is asked.
  init(_ names: [String], from origin: QueryOrigin) {
    self = QueryPath().appending(names, from: origin)
  }

  /// The same for a path with full stops.
  init(_ text: String, from origin: QueryOrigin) {
    self.init(text.split(separator: ".").map(String.init), from: origin)
  }

  /// The path that goes on by `names` where this one ends.
  func appending(_ names: [String], from origin: QueryOrigin) -> QueryPath {
    var next = self
    var origin = origin
    var aggregate: PropertyPath.Aggregate?
    for (index, name) in names.enumerated() {
      if name == "@allValues" {
        next = next.takingElements()
        continue
      }
      if index == 0, path.steps.isEmpty, name.uppercased() == "SELF" { continue }
      if name == "@allKeys" {
        next = next.takingKeys()
        next.kind = _PropertyKind(.string)
        origin = .values(_PropertyKind(.string))
        continue
      }
      if name == "@type" {
        next = next.taking(inside: .type)
        origin = .values(_PropertyKind(.string))
        continue
      }
      if name.hasPrefix("@") {
        guard aggregate == nil,
          let known = PropertyPath.Aggregate(rawValue: String(name.dropFirst()))
        else { misuse("\(names.joined(separator: ".")) asks for \(name), which is unknown") }
        aggregate = known
        continue
      }
      guard case .objects(let owner) = origin else {
        misuse("\(names.joined(separator: ".")) goes on behind a property that is no link")
      }
      guard let accessor = owner[name] else {
        misuse("class \(owner.programName) has no property \(name)")
      }
      next = next.appending(accessor)
      origin = QueryOrigin(accessor.kind)
    }
    return aggregate.map { next.computing($0) } ?? next
  }

  /// The same for a key path of Swift.
  init<Root: ObjectBase, Value>(_ keyPath: KeyPath<Root, Value>) {
    self.init()
    for accessor in KeyPathRecorder.accessors(of: keyPath) { self = appending(accessor) }
  }
}

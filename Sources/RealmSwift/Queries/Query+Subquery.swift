// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension Query where T == Bool {
  /// How many elements of a collection fit all of a condition at once.
  ///
  /// ```swift
  /// people.where { ($0.dogs.age > 3 && $0.dogs.name == "Rex").count > 0 }
  /// ```
  ///
  /// Without it, one dog could be older than 3 and another one Rex. All of the condition must speak
  /// of one collection.
  public var count: Query<Int> {
    guard let first = collections.first, let collection = first,
      collections.allSatisfy({ $0 == collection })
    else {
      misuse(
        "a condition whose fitting elements are counted speaks of more than the elements of one "
          + "collection")
    }
    var counted = QueryPath()
    counted.path = collection
    counted.collections = 1
    return Query<Int>(
      counted.counting(predicate.relative(to: collection.steps)), mentioning: objects)
  }
}

extension Predicate {
  /// The same, said of the element that `steps` lead to.
  fileprivate func relative(to steps: [PropertyPath.Step]) -> Predicate {
    switch self {
    case .constant: return self
    case .and(let parts): return .and(parts.map { $0.relative(to: steps) })
    case .or(let parts): return .or(parts.map { $0.relative(to: steps) })
    case .not(let part): return .not(part.relative(to: steps))
    case .comparison(var comparison):
      comparison.path = comparison.path.relative(to: steps)
      if case .path(let word, let other, let options) = comparison.condition {
        comparison.condition = .path(word, other.relative(to: steps), options)
      }
      return .comparison(comparison)
    }
  }
}

extension PropertyPath {
  fileprivate func relative(to first: [Step]) -> PropertyPath {
    guard steps.starts(with: first) else {
      misuse("\(description) is compared with elements that are counted, and is none of theirs")
    }
    return PropertyPath(Array(steps.dropFirst(first.count)), aggregate: aggregate, where: condition)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A way from an object to values: through links and collections to a property, or to something
/// computed from a collection.
///
/// Empty for the object itself.
package struct PropertyPath: Hashable, Sendable {
  /// One step.
  package enum Step: Hashable, Sendable {
    /// A property by the name of its column. That of a collection leads to all its elements.
    case property(String)
    /// The keys of a map.
    case keys(String)
    /// The value that a map has under a key.
    case entry(String, key: String)
    /// The element that a list has in a place.
    case element(String, at: Place)
    /// All objects of a class that lead here by a property.
    case backlinks(className: String, property: String)
    /// What the list or dictionary has that a value of any type is; behind nothing but such a
    /// value.
    case inside(Inside)

    /// As people write it.
    var name: String {
      switch self {
      case .property(let name), .keys(let name), .entry(let name, _): name
      case .element(let name, let place): name + place.text
      case .inside(let inside): inside.text
      case .backlinks(let className, let property): "\(className).\(property)"
      }
    }
  }

  /// A place in a list.
  package enum Place: Hashable, Sendable {
    case index(Int)
    case last

    fileprivate var text: String {
      switch self {
      case .index(let index): "[\(index)]"
      case .last: "[LAST]"
      }
    }
  }

  /// A way into a value of any type.
  package enum Inside: Hashable, Sendable {
    /// An element of a list.
    case place(Place)
    /// What a dictionary has under a key.
    case key(String)
    /// All elements of a list, and all values of a dictionary.
    case all
    /// The name of the value's type.
    case type

    fileprivate var text: String {
      switch self {
      case .place(let place): place.text
      case .key(let key): "['\(key)']"
      case .all: "[*]"
      case .type: ".@type"
      }
    }
  }

  /// What is computed of the elements of a collection.
  package enum Aggregate: String, Hashable, Sendable {
    case count, min, max, sum
    case average = "avg"
  }

  package var steps: [Step]
  /// Of the last collection of the path, and of the property behind it where there is one.
  package var aggregate: Aggregate?
  /// What is said of those elements of the last collection that are counted; nil for all.
  package var condition: Predicate?

  package init(_ steps: [Step], aggregate: Aggregate? = nil, where condition: Predicate? = nil) {
    self.steps = steps
    self.aggregate = aggregate
    self.condition = condition
  }

  /// A path of properties.
  package init(_ names: String...) { self.init(names.map { .property($0) }) }

  /// As people write it.
  package var description: String {
    if condition != nil {
      return "SUBQUERY(\(steps.map(\.name).joined(separator: "."))).@count"
    }
    let ways = Array(steps.reversed().prefix { $0.isInside }.reversed())
    let names =
      steps.dropLast(ways.count).map(\.name) + (aggregate.map { ["@\($0.rawValue)"] } ?? [])
    return (names.isEmpty ? "SELF" : names.joined(separator: "."))
      + ways.map(\.name).joined()
  }
}

extension PropertyPath.Step {
  /// Whether it goes into a value of any type.
  package var isInside: Bool { if case .inside = self { true } else { false } }
}

// SPDX-License-Identifier: Apache-2.0

/// The properties that somebody who observes objects wants to hear of.
package struct ObservedProperties: Sendable {
  /// Those that are named, each with what is observed of the objects it leads to; nil for all.
  private(set) var named: [(step: PropertyPath.Step, behind: ObservedProperties)]?
  /// Where all are observed, through how many links.
  let depth: Int

  private init(
    named: [(step: PropertyPath.Step, behind: ObservedProperties)]?, depth: Int
  ) {
    self.named = named
    self.depth = depth
  }

  /// No property of what is led to, only that it is another object.
  static let nothing = ObservedProperties(named: [], depth: 0)

  /// All properties, and those of the objects that so many links lead to.
  package static func everything(throughLinks depth: Int) -> ObservedProperties {
    ObservedProperties(named: nil, depth: depth)
  }

  /// The properties that paths go through.
  package init(_ paths: [PropertyPath]) {
    self.init(named: [], depth: 0)
    for path in paths { insert(path.steps[...]) }
  }

  private mutating func insert(_ steps: ArraySlice<PropertyPath.Step>) {
    guard let first = steps.first else { return }
    var all = named ?? []
    let place = all.firstIndex { $0.step.column == first.column } ?? all.count
    if place == all.count { all.append((first, .nothing)) }
    all[place].behind.insert(steps.dropFirst())
    named = all
  }

  var isNothing: Bool { named?.isEmpty == true }

  /// What is observed of the objects that a property leads to; nil where the property itself is
  /// not.
  func behind(_ property: String) -> ObservedProperties? {
    if let named { return named.first { $0.step.column == property }?.behind }
    return depth > 0 ? .everything(throughLinks: depth - 1) : .nothing
  }
}

extension PropertyPath.Step {
  /// The column or table that the step looks into.
  fileprivate var column: String { name }
}

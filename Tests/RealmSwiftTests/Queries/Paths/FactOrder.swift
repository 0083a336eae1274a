// SPDX-License-Identifier: Apache-2.0

extension Fact {
  /// The value behind links; nothing where one leads nowhere.
  private func value(at path: String) -> Scalar {
    var names = path.split(separator: ".").map(String.init)
    guard let last = names.popLast() else { return .null }
    let end = names.reduce(self as Fact?) { $0?.links[$1] ?? nil }
    return end?.values[last] ?? .null
  }

  /// Puts nothing first, and what is not a number last; what is the same stays as it was.
  static func sorted(_ facts: [Fact], by paths: [String], ascending: Bool) -> [Fact] {
    facts.enumerated().sorted { a, b in
      for path in paths {
        let (first, second) = (a.element.value(at: path), b.element.value(at: path))
        if first.precedes(second) { return ascending }
        if second.precedes(first) { return !ascending }
      }
      return a.offset < b.offset
    }.map(\.element)
  }

  /// The first of those that have the same values.
  static func distinct(_ facts: [Fact], by paths: [String]) -> [Fact] {
    var kept: [Fact] = []
    for fact in facts {
      let isKnown = kept.contains { other in
        paths.allSatisfy { path in
          let (a, b) = (fact.value(at: path), other.value(at: path))
          return !a.precedes(b) && !b.precedes(a)
        }
      }
      if !isKnown { kept.append(fact) }
    }
    return kept
  }
}

extension Scalar {
  fileprivate func precedes(_ other: Scalar) -> Bool {
    switch (self, other) {
    case (.null, .null): false
    case (.null, _): true
    case (.number(let a), .number(let b)): a.isNaN ? false : b.isNaN || a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Which objects of a class, or which values of a collection, and in which order.
package struct ObjectQuery: Hashable, Sendable {
  /// Where the objects come from.
  package enum Scope: Hashable, Sendable {
    /// All of the class, in the order of their keys.
    case everything
    /// Those that a collection of objects holds, in its order; as often as it holds them.
    case collection(className: String, property: String, owner: ObjectKey)
    /// The values of a collection of what are no objects, in its order.
    case values(property: String, owner: ObjectKey)
  }

  /// What an order goes by.
  package struct SortKey: Hashable, Sendable {
    package var path: PropertyPath
    package var isAscending: Bool

    package init(_ path: PropertyPath, isAscending: Bool = true) {
      self.path = path
      self.isAscending = isAscending
    }
  }

  /// What is done to the objects that fit, one after the other.
  package enum Arrangement: Hashable, Sendable {
    /// Puts them in order; what is the same stays as it was.
    case sort([SortKey])
    /// Keeps the first of those that have the same values.
    case distinct([PropertyPath])
  }

  /// The class of the objects; with values, that of the object which has them.
  package var className: String
  package var scope: Scope
  package var predicate = Predicate.constant(true)
  package var arrangements: [Arrangement] = []

  package init(_ className: String, scope: Scope = .everything) {
    self.className = className
    self.scope = scope
  }

  /// Whether it is just all objects of the class, in the order of their keys.
  package var isEverything: Bool {
    scope == .everything && predicate == .constant(true) && arrangements.isEmpty
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Objects that are kept alive by others.
final class WeakSet<Element: AnyObject> {
  private struct Reference { weak var object: Element? }
  private var references: [Reference] = []

  func insert(_ object: Element) {
    references.removeAll { $0.object == nil }
    references.append(Reference(object: object))
  }

  var allObjects: [Element] { references.compactMap(\.object) }
}

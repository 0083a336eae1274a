// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// A dictionary of the item API as a case writes it down: keys of any type, and values that may be
/// taken from what an earlier step returned.
struct Entries: ExpressibleByDictionaryLiteral {
  private var elements: [(key: Any, value: Any)]
  /// The step whose result this dictionary starts from.
  private var start: Int?
  private var removed: [String] = []

  init(dictionaryLiteral elements: (Any, Any)...) {
    self.elements = elements.map { ($0.0, $0.1) }
  }

  init(_ key: Any, _ value: Any) { elements = [(key, value)] }

  /// The dictionary that the step returned, without some keys and with others.
  static func returned(by step: Int, without removed: [String] = [], adding more: Entries = [:])
    -> Entries
  {
    var entries = more
    entries.start = step
    entries.removed = removed
    return entries
  }

  static func + (a: Entries, b: Entries) -> Entries {
    var sum = a
    sum.elements += b.elements
    return sum
  }

  /// The dictionary, once the results of the steps before are there.
  func dictionary(after results: [CFTypeRef?]) -> CFDictionary {
    var dictionary: [AnyHashable: Any] = [:]
    if let start, let returned = results[start] as? [String: Any] {
      for (key, value) in returned where !removed.contains(key) { dictionary[key] = value }
    }
    for (key, value) in elements {
      dictionary[Self.hashable(key)] = (value as? Earlier)?.value(in: results) ?? value
    }
    return dictionary as CFDictionary
  }

  /// Each key with its value, for comparing a result with.
  func pairs(after results: [CFTypeRef?]) -> [(key: String, value: CFTypeRef)] {
    elements.map { key, value in
      let value = (value as? Earlier)?.value(in: results) ?? value
      return (key as? String ?? "\(key)", value as CFTypeRef)
    }
  }

  private static func hashable(_ key: Any) -> AnyHashable {
    if let name = key as? String { return name }
    return key as? AnyHashable ?? AnyHashable(ObjectIdentifier(key as AnyObject))
  }
}

/// What an earlier step of the same case returned, or one entry of it.
struct Earlier {
  let step: Int
  var key: String?

  init(_ step: Int, _ key: CFString? = nil) {
    self.step = step
    self.key = key as String?
  }

  func value(in results: [CFTypeRef?]) -> Any {
    guard let result = results[step] else { return NSNull() }
    guard let key else { return result }
    return (result as? [String: Any])?[key] ?? NSNull()
  }
}

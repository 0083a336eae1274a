// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// What a call that succeeds is expected to hand back.
indirect enum Shape {
  /// Nothing is said about it.
  case any
  /// The pointer is set to nil.
  case nothing
  case data([UInt8])
  /// 20 bytes that start with the class.
  case persistentReference(String)
  /// The same value as an earlier step returned, or a different one.
  case same(as: Int)
  case different(from: Int)
  /// A dictionary with these entries, and without these keys.
  case dictionary(having: Entries = [:], with: [String] = [], lacking: [String] = [])
  /// A dictionary with exactly these keys.
  case keys(Set<String>)
  /// An array of these, in any order.
  case list([Shape])
  /// An array of so many of one shape.
  case listOf(Int, Shape)
  /// Whatever holds for it; the text says what that is.
  case fulfilling(String, (CFTypeRef?, [CFTypeRef?]) -> Bool)

  /// Why `object` has not this shape; nil when it has.
  func mismatch(_ object: CFTypeRef?, after results: [CFTypeRef?]) -> String? {
    switch self {
    case .any: return nil
    case .nothing: return object == nil ? nil : "not nil"
    case .data(let bytes):
      guard let data = object as? Data else { return "no data" }
      return Array(data) == bytes ? nil : "other data: \(data.count) bytes"
    case .persistentReference(let itemClass):
      guard let data = object as? Data else { return "no data" }
      return data.count == 20 && data.starts(with: itemClass.utf8)
        ? nil : "no persistent reference of class \(itemClass): \(Array(data))"
    case .same(let step):
      guard let object, let earlier = results[step] else { return "nil" }
      return CFEqual(object, earlier) ? nil : "not what step \(step) returned"
    case .different(let step):
      guard let object, let earlier = results[step] else { return "nil" }
      return CFEqual(object, earlier) ? "the same as what step \(step) returned" : nil
    case .dictionary(let having, let with, let lacking):
      return Self.mismatch(object, having.pairs(after: results), with, lacking)
    case .keys(let keys):
      guard let dictionary = object as? [String: Any] else { return "no dictionary" }
      let found = Set(dictionary.keys)
      return found == keys
        ? nil
        : "too many keys \(found.subtracting(keys).sorted()), missing \(keys.subtracting(found).sorted())"
    case .list(let shapes):
      guard let list = object as? [Any] else { return "no array" }
      guard list.count == shapes.count else { return "an array of \(list.count)" }
      return shapes.allSatisfy { shape in
        list.contains { shape.mismatch($0 as CFTypeRef, after: results) == nil }
      } ? nil : "an array of other elements: \(list)"
    case .listOf(let count, let shape):
      guard let list = object as? [Any] else { return "no array" }
      guard list.count == count else { return "an array of \(list.count)" }
      return list.lazy.compactMap { shape.mismatch($0 as CFTypeRef, after: results) }.first
    case .fulfilling(let what, let holds):
      return holds(object, results) ? nil : "not so: \(what)"
    }
  }

  private static func mismatch(
    _ object: CFTypeRef?, _ having: [(key: String, value: CFTypeRef)], _ with: [String],
    _ lacking: [String]
  ) -> String? {
    guard let dictionary = object as? [String: Any] else { return "no dictionary" }
    for (key, value) in having {
      guard let found = dictionary[key] else { return "\(key) is missing" }
      guard CFEqual(found as CFTypeRef, value) else { return "\(key) is \(found), not \(value)" }
    }
    for key in with where dictionary[key] == nil { return "\(key) is missing" }
    for key in lacking where dictionary[key] != nil { return "\(key) is there" }
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0

import RealmSwift
import SeededNumbers

/// A value of any type as plain values.
enum Tree {
  case value(Scalar)
  case list([Tree], Mark)
  case dictionary([String: Tree], Mark)

  /// What tells a collection from another one with the same in it.
  final class Mark {}

  /// Lists and dictionaries by chance, so deep inside each other.
  static func make(
    depth: Int, _ random: inout SeededGenerator
  ) -> (tree: Tree, value: AnyRealmValue) {
    if depth > 0, random.next() % 3 > 0 {
      let parts = (0..<random.next() % 4).map { _ in make(depth: depth - 1, &random) }
      if random.next() % 2 == 0 {
        return (.list(parts.map(\.tree), Mark()), .fromArray(parts.map(\.value)))
      }
      let keys = Web.keys.shuffled(using: &random)
      return (
        .dictionary(
          Dictionary(zip(keys, parts.map(\.tree)), uniquingKeysWith: { a, _ in a }), Mark()),
        .fromDictionary(Dictionary(zip(keys, parts.map(\.value)), uniquingKeysWith: { a, _ in a }))
      )
    }
    let value: AnyRealmValue =
      switch random.next() % 4 {
      case 0: .int(random.pick(Web.ints))
      case 1: .double(random.pick(Web.doubles))
      case 2: .string(random.pick(Web.texts))
      default: .none
      }
    return (Tree(value), value)
  }

  init(_ value: AnyRealmValue) {
    switch value {
    case .int(let number): self = .value(.number(Double(number)))
    case .double(let number): self = .value(.number(number))
    case .string(let text): self = .value(.text(text))
    case .list(let list): self = .list(list.map { Tree($0) }, Mark())
    case .dictionary(let map):
      self = .dictionary(
        Dictionary(map.map { ($0.key, Tree($0.value)) }, uniquingKeysWith: { a, _ in a }), Mark())
    default: self = .value(.null)
    }
  }

  /// What a way leads to: nothing where there is none, and many things for `[*]`.
  func going(_ way: String) -> [Tree?] {
    switch (self, way) {
    case (.list(let parts, _), "[*]"): parts
    case (.dictionary(let parts, _), "[*]"): Array(parts.values)
    case (_, "[*]"): []
    case (.list(let parts, _), "[FIRST]"): [parts.first]
    case (.list(let parts, _), "[LAST]"): [parts.last]
    case (.list(let parts, _), "[0]"): [parts.first]
    case (.list(let parts, _), "[1]"): [parts.count > 1 ? parts[1] : nil]
    case (.dictionary(let parts, _), _): [parts[String(way.dropFirst(2).dropLast(2))]]
    default: [nil]
    }
  }

  /// Lists and dictionaries are the same as themselves only, and before and behind nothing.
  var scalar: Scalar {
    switch self {
    case .value(let scalar): scalar
    case .list(_, let mark), .dictionary(_, let mark): .collection(mark)
    }
  }
}

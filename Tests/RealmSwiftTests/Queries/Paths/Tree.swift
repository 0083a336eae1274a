// SPDX-License-Identifier: Apache-2.0

import RealmSwift
import SeededNumbers

/// A value of any type as plain values.
enum Tree {
  case value(Scalar)
  case list([Tree])
  case dictionary([String: Tree])

  /// Lists and dictionaries by chance, so deep inside each other.
  static func make(
    depth: Int, _ random: inout SeededGenerator
  ) -> (tree: Tree, value: AnyRealmValue) {
    if depth > 0, random.next() % 3 > 0 {
      let parts = (0..<random.next() % 4).map { _ in make(depth: depth - 1, &random) }
      if random.next() % 2 == 0 {
        return (.list(parts.map(\.tree)), .fromArray(parts.map(\.value)))
      }
      let keys = Web.keys.shuffled(using: &random)
      return (
        .dictionary(Dictionary(zip(keys, parts.map(\.tree)), uniquingKeysWith: { a, _ in a })),
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
    case .list(let list): self = .list(list.map { Tree($0) })
    case .dictionary(let map):
      self = .dictionary(
        Dictionary(map.map { ($0.key, Tree($0.value)) }, uniquingKeysWith: { a, _ in a }))
    default: self = .value(.null)
    }
  }

  /// What a way leads to: nothing where there is none, and many things for `[*]`.
  func going(_ way: String) -> [Tree?] {
    switch (self, way) {
    case (.list(let parts), "[*]"): parts
    case (.dictionary(let parts), "[*]"): Array(parts.values)
    case (_, "[*]"): []
    case (.list(let parts), "[FIRST]"): [parts.first]
    case (.list(let parts), "[LAST]"): [parts.last]
    case (.list(let parts), "[0]"): [parts.first]
    case (.list(let parts), "[1]"): [parts.count > 1 ? parts[1] : nil]
    case (.dictionary(let parts), _): [parts[String(way.dropFirst(2).dropLast(2))]]
    default: [nil]
    }
  }

  /// Lists and dictionaries are something, and nothing that could be compared.
  var scalar: Scalar {
    if case .value(let scalar) = self { scalar } else { .object(Fact(id: -2)) }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// How the rows that may match a query are found: the shape of the search, and what is bound to it.
struct SearchPlan {
  enum Binding {
    case bytes([UInt8])
    case text(String)
    case integer(Int64)
  }

  let shape: SearchShape
  let bindings: [Binding]

  /// Plans a search through `groups`, of which there is at least one; nil means all there are,
  /// which only a search by ``searchesTokens(_:)`` has to know.
  init(_ query: Query, groups: [String]?, index: BlindIndex, isForChanging: Bool) {
    var bindings: [Binding] = []
    let way: SearchShape.Way
    switch query.persistentReference?.identity {
    case .identifier(let identifier):
      way = .identifier
      bindings.append(.bytes(identifier))
    case .row(let row):
      way = .row
      bindings.append(.integer(row))
    case nil:
      if let groups {
        let names = Self.names(in: query)
        way = .attributes(
          names.map(\.key),
          groups: groups.count <= SearchShape.Groups.most ? .few(groups.count) : .many)
        let tokens = groups.lazy.flatMap { group in
          names.lazy.map {
            index.token(of: $0.value, for: $0.key, in: query.itemClass, group: group)
          }
        }
        switch (groups.count <= SearchShape.Groups.most, names.isEmpty) {
        case (true, true): bindings += groups.map { .text($0) }
        case (true, false): bindings += tokens.map { .bytes($0) }
        case (false, true): bindings.append(.bytes(groups.flatMap(Self.packed)))
        case (false, false): bindings.append(.bytes(tokens.flatMap { $0 }))
        }
      } else {
        way = .everything
      }
    }
    if let protection = query.protection { bindings.append(.integer(Int64(protection.number))) }
    shape = SearchShape(
      itemClass: query.itemClass, way: way, filtersProtection: query.protection != nil,
      isForChanging: isForChanging)
    self.bindings = bindings
  }

  /// Whether rows are found by tokens, which differ from group to group.
  static func searchesTokens(_ query: Query) -> Bool {
    query.persistentReference == nil && !names(in: query).isEmpty
  }

  private static func names(in query: Query) -> [(key: AttributeKey, value: AttributeValue)] {
    query.itemClass.indexedAttributes.compactMap { schema in
      query.attributes[schema.key].map { (schema.key, $0) }
    }
  }

  /// The name of a group after its length in digits.
  private static func packed(_ group: String) -> [UInt8] {
    let length = String(group.utf8.count)
    let zeros = String(repeating: "0", count: SearchShape.lengthDigits - length.utf8.count)
    return Array((zeros + length + group).utf8)
  }
}

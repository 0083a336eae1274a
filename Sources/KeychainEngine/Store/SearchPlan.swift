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
      guard let groups else {
        way = .everything
        break
      }
      let names = Self.names(in: query)
      let isFew = groups.count <= SearchShape.Groups.most
      way = .attributes(names.map(\.key), groups: isFew ? .few(groups.count) : .many)
      var packed: [UInt8] = []
      for group in groups {
        switch (names.isEmpty, isFew) {
        case (true, true): bindings.append(.text(group))
        case (true, false): packed += Self.packed(group)
        case (false, _):
          for name in names {
            let token = index.token(
              of: name.value, for: name.key, in: query.itemClass, group: group)
            if isFew { bindings.append(.bytes(token)) } else { packed += token }
          }
        }
      }
      if !isFew { bindings.append(.bytes(packed)) }
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

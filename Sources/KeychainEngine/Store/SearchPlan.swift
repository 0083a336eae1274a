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

  /// Plans a search through `groups`, of which there is at least one.
  init(_ query: Query, groups: [String], index: BlindIndex) {
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
      let names = query.itemClass.indexedAttributes.compactMap { schema in
        query.attributes[schema.key].map { (key: schema.key, value: $0) }
      }
      way = .attributes(names.map(\.key), groupCount: groups.count)
      for group in groups {
        if names.isEmpty { bindings.append(.text(group)) }
        for name in names {
          let token = index.token(of: name.value, for: name.key, in: query.itemClass, group: group)
          bindings.append(.bytes(token))
        }
      }
    }
    if let protection = query.protection { bindings.append(.integer(Int64(protection.number))) }
    shape = SearchShape(
      itemClass: query.itemClass, way: way, filtersProtection: query.protection != nil)
    self.bindings = bindings
  }
}

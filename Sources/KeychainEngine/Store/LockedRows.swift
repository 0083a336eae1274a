// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What can be said of a row that is locked away: only what its tokens tell.
struct LockedRows {
  private let query: Query
  private let index: BlindIndex

  init(_ query: Query, index: BlindIndex) {
    self.query = query
    self.index = index
  }

  /// Whether the row at `place`, which the search has found, fits the query.
  ///
  /// As on Apple's systems an item need not be readable to be deleted, and the mark
  /// `kSecAttrSynchronizable` does not count where nothing but the item itself could tell it.
  ///
  /// - Throws: `errSecInteractionNotAllowed` when only what is locked away could decide.
  func fits(_ place: RowPlace) throws(KeychainEngineError) -> Bool {
    let unique = query.itemClass.primaryAttributes.map(\.key)
    let named = query.attributes.filter { unique.contains($0.key) }
    if !query.matchesAnySynchronizable, query.persistentReference == nil,
      isToken(of: named, markedOtherwise: true, in: place)
    {
      return false
    }
    var told =
      query.itemClass.indexedAttributes.map(\.key) + [
        .accessGroup, .accessible, .synchronizable,
      ]
    if isToken(of: named, markedOtherwise: false, in: place) { told += unique }
    guard query.hostOrParentDomain == nil, query.attributes.keys.allSatisfy(told.contains) else {
      throw .locked
    }
    return true
  }

  /// Whether the row is the item of these names and no others, with the mark that the query means
  /// or with the other one.
  private func isToken(
    of names: [AttributeKey: AttributeValue], markedOtherwise: Bool, in place: RowPlace
  ) -> Bool {
    var names = names
    let isMarked = names[.synchronizable].map { $0 != .integer(0) } ?? false
    names[.synchronizable] = .integer(isMarked == markedOtherwise ? 0 : 1)
    names[.accessGroup] = .text(place.group)
    return index.uniquenessToken(of: names, in: query.itemClass, group: place.group)
      == place.uniqueness
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What the engine answers to a ``Request``.
package struct Response: Sendable {
  /// What the caller asked to get back.
  package struct Returns: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let data = Returns(rawValue: 1)
    package static let attributes = Returns(rawValue: 2)
    package static let reference = Returns(rawValue: 4)
    package static let persistentReference = Returns(rawValue: 8)

    // The ones that the library has are generic, and not specialised in another module: 1/50 of a
    // look-up.

    /// Makes an empty set.
    package init() { rawValue = 0 }

    /// Whether all of `others` are among these.
    package func contains(_ others: Returns) -> Bool {
      rawValue & others.rawValue == others.rawValue
    }
  }

  /// One item, with the parts that were asked for and the ones that the shape of the result needs.
  package struct Item: Sendable {
    package let itemClass: ItemClass
    package let persistentReference: PersistentReference
    /// In the order of their keys; empty unless attributes were asked for.
    package let attributes: [(key: AttributeKey, value: AttributeValue)]
    /// The item's data; nil unless data were asked for and the item has some.
    package let data: SharedSecret?
    /// The secret side fields of an internet password, delivered with the data.
    package let sideData: [(key: AttributeKey, value: SharedSecret)]

    package init(
      itemClass: ItemClass, persistentReference: PersistentReference,
      attributes: [(key: AttributeKey, value: AttributeValue)] = [], data: SharedSecret? = nil,
      sideData: [(key: AttributeKey, value: SharedSecret)] = []
    ) {
      self.itemClass = itemClass
      self.persistentReference = persistentReference
      self.attributes = attributes
      self.data = data
      self.sideData = sideData
    }

    package subscript(key: AttributeKey) -> AttributeValue? {
      attributes.first { $0.key == key }?.value
    }
  }

  package let status: Status
  /// Why it failed, in words for a person: what happened, to which thing, what to try.
  ///
  /// Nil on success.
  package let reason: String?
  /// What the caller asked to get back; empty on failure.
  package let returns: Returns
  /// Whether the caller gets a list (a match limit other than one) or the one item.
  package let isList: Bool
  /// In ascending order of their age.
  package let items: [Item]
  /// How many damaged items were passed over on the way: those that may have fitted, as far as it
  /// could be told, until the limit was reached.
  package let damagedCount: Int

  /// An answer of success.
  package init(
    returns: Returns = Returns(), isList: Bool = false, items: [Item] = [], damagedCount: Int = 0
  ) {
    status = .success
    reason = nil
    self.returns = returns
    self.isList = isList
    self.items = items
    self.damagedCount = damagedCount
  }

  /// An answer of failure.
  package init(failure status: Status, reason: String, damagedCount: Int = 0) {
    self.status = status
    self.reason = reason
    returns = Returns()
    isList = false
    items = []
    self.damagedCount = damagedCount
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Which parts of an item go into an answer.
enum ResponseShape {
  /// Add answers with the attributes that it stored, and with none when data were asked for without
  /// them.
  static func added(_ item: Item, _ returns: Response.Returns) -> Response.Item {
    let hidden: [AttributeKey] = [.uuid, .tombstone, .multiUser]
    let wantsAttributes = returns.contains(.attributes) || returns.contains(.reference)
    return make(item, returns, item.attributes, hidden, wantsAttributes: wantsAttributes)
  }

  /// A search answers with every attribute, also where a persistent reference was asked for beside
  /// the data.
  static func found(_ item: Item, _ returns: Response.Returns) -> Response.Item {
    let wantsAttributes =
      returns.contains(.attributes) || returns.contains(.reference)
      || returns.contains(.data) && returns.contains(.persistentReference)
    var attributes = item.attributes
    if wantsAttributes {
      attributes[.tombstone] = .integer(0)
      if attributes[.multiUser] == nil { attributes[.multiUser] = .bytes([]) }
    }
    return make(item, returns, attributes, [.uuid], wantsAttributes: wantsAttributes)
  }

  private static func make(
    _ item: Item, _ returns: Response.Returns, _ attributes: [AttributeKey: AttributeValue],
    _ hidden: [AttributeKey], wantsAttributes: Bool
  ) -> Response.Item {
    let wantsData = returns.contains(.data)
    return Response.Item(
      itemClass: item.itemClass, persistentReference: item.persistentReference,
      attributes: wantsAttributes
        ? attributes.filter { !hidden.contains($0.key) }.sorted { $0.key < $1.key } : [],
      data: wantsData ? item.data : nil,
      sideData: wantsData ? item.sideData.sorted { $0.key < $1.key } : [])
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Collections of plain values.
extension RealmCollection where Element: Comparable {
  /// The values in their order; what is missing comes first.
  ///
  /// **On Linux** texts are in the order of their characters' numbers, and Swift's own `sorted()`
  /// is the one without an argument.
  public func sorted(ascending: Bool) -> Results<Element> {
    sorted(by: [SortDescriptor(keyPath: "self", ascending: ascending)])
  }

  /// Each value once, where it is first.
  public func distinct() -> Results<Element> { distinct(by: ["self"]) }
}

extension RealmCollection where Element: OptionalProtocol, Element.Wrapped: Comparable {
  /// The values in their order; what is missing comes first.
  public func sorted(ascending: Bool) -> Results<Element> {
    sorted(by: [SortDescriptor(keyPath: "self", ascending: ascending)])
  }

  /// Each value once, where it is first.
  public func distinct() -> Results<Element> { distinct(by: ["self"]) }
}

extension RealmCollection where Element: MinMaxType & Comparable {
  /// The least value; nil where there is none.
  public func min() -> Element? { min(ofProperty: "self") }
  /// The greatest value; nil where there is none.
  public func max() -> Element? { max(ofProperty: "self") }
}

extension RealmCollection where Element: OptionalProtocol, Element.Wrapped: MinMaxType {
  /// The least value that is there; nil where there is none.
  public func min() -> Element.Wrapped? { min(ofProperty: "self") }
  /// The greatest value that is there; nil where there is none.
  public func max() -> Element.Wrapped? { max(ofProperty: "self") }
}

extension RealmCollection where Element == AnyRealmValue {
  /// The least value, first by type; nil where there is none.
  public func min() -> AnyRealmValue? { min(ofProperty: "self") }
  /// The greatest value, first by type; nil where there is none.
  public func max() -> AnyRealmValue? { max(ofProperty: "self") }
}

extension RealmCollection where Element: AddableType {
  /// The sum of the values; 0 where there are none.
  public func sum() -> Element { sum(ofProperty: "self") }
  /// The mean of the values; nil where there are none.
  public func average<T: AddableType>() -> T? { average(ofProperty: "self") }
}

extension RealmCollection where Element: OptionalProtocol, Element.Wrapped: AddableType {
  /// The sum of the values that are there; 0 where there are none.
  public func sum() -> Element.Wrapped { sum(ofProperty: "self") }
  /// The mean of the values that are there; nil where there are none.
  public func average<T: AddableType>() -> T? { average(ofProperty: "self") }
}

// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Elements of collections that are compared as a property is: whether one of them fits.
extension Query where T: RealmCollection {
  /// Whether one of the elements is a value.
  public static func == (a: Query, b: T.Element) -> Query<Bool> {
    Query<T.Element>(a.path).compare(.equal, b)
  }
  /// Whether one of the elements is another value.
  public static func != (a: Query, b: T.Element) -> Query<Bool> {
    Query<T.Element>(a.path).compare(.notEqual, b)
  }
}

extension Query where T: RealmCollection, T.Element: _QueryOrdered {
  /// Whether one of the elements is less.
  public static func < (a: Query, b: T.Element) -> Query<Bool> {
    Query<T.Element>(a.path).compare(.less, b)
  }
  /// Whether one of the elements is less, or the same.
  public static func <= (a: Query, b: T.Element) -> Query<Bool> {
    Query<T.Element>(a.path).compare(.lessOrEqual, b)
  }
  /// Whether one of the elements is greater.
  public static func > (a: Query, b: T.Element) -> Query<Bool> {
    Query<T.Element>(a.path).compare(.greater, b)
  }
  /// Whether one of the elements is greater, or the same.
  public static func >= (a: Query, b: T.Element) -> Query<Bool> {
    Query<T.Element>(a.path).compare(.greaterOrEqual, b)
  }
}

extension Query
where T: RealmCollection, T.Element: OptionalProtocol, T.Element.Wrapped: _QueryNumeric & Comparable
{
  /// Whether there are elements that are there, and all of them lie in a range.
  public func contains(_ range: Range<T.Element.Wrapped>) -> Query<Bool> {
    Query<T.Element.Wrapped>(path.computing(.min)) >= range.lowerBound
      && Query<T.Element.Wrapped>(path.computing(.max)) < range.upperBound
  }

  /// Whether there are elements that are there, and all of them lie in a range.
  public func contains(_ range: ClosedRange<T.Element.Wrapped>) -> Query<Bool> {
    Query<T.Element.Wrapped>(path.computing(.min)) >= range.lowerBound
      && Query<T.Element.Wrapped>(path.computing(.max)) <= range.upperBound
  }
}

extension Query where T: RealmKeyedCollection, T.Value: _QueryNumeric & Comparable {
  /// Whether there are values that are there, and all of them lie in a range.
  public func contains(_ range: Range<T.Value>) -> Query<Bool> {
    Query<T.Value>(path.computing(.min)) >= range.lowerBound
      && Query<T.Value>(path.computing(.max)) < range.upperBound
  }

  /// Whether there are values that are there, and all of them lie in a range.
  public func contains(_ range: ClosedRange<T.Value>) -> Query<Bool> {
    Query<T.Value>(path.computing(.min)) >= range.lowerBound
      && Query<T.Value>(path.computing(.max)) <= range.upperBound
  }
}

extension Query
where
  T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: _QueryNumeric & Comparable
{
  /// Whether there are values that are there, and all of them lie in a range.
  public func contains(_ range: Range<T.Value.Wrapped>) -> Query<Bool> {
    Query<T.Value.Wrapped>(path.computing(.min)) >= range.lowerBound
      && Query<T.Value.Wrapped>(path.computing(.max)) < range.upperBound
  }

  /// Whether there are values that are there, and all of them lie in a range.
  public func contains(_ range: ClosedRange<T.Value.Wrapped>) -> Query<Bool> {
    Query<T.Value.Wrapped>(path.computing(.min)) >= range.lowerBound
      && Query<T.Value.Wrapped>(path.computing(.max)) <= range.upperBound
  }
}

/// Elements of types of the program's own, by what the file has.
extension Query where T: RealmCollection, T.Element: _Mapped {
  /// What the file has for the elements.
  public var persistableValue: Query<AnyRealmCollection<T.Element.PersistedType>> {
    Query<AnyRealmCollection<T.Element.PersistedType>>(path)
  }
}

extension Query where T: RealmCollection, T.Element: OptionalProtocol, T.Element.Wrapped: _Mapped {
  /// What the file has for the elements.
  public var persistableValue: Query<AnyRealmCollection<T.Element.Wrapped.PersistedType?>> {
    Query<AnyRealmCollection<T.Element.Wrapped.PersistedType?>>(path)
  }
}

extension Query where T: RealmKeyedCollection, T.Value: _Mapped {
  /// What the file has for the values.
  public var persistableValue: Query<Map<T.Key, T.Value.PersistedType>> {
    Query<Map<T.Key, T.Value.PersistedType>>(path)
  }
}

extension Query where T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: _Mapped {
  /// What the file has for the values.
  public var persistableValue: Query<Map<T.Key, T.Value.Wrapped.PersistedType?>> {
    Query<Map<T.Key, T.Value.Wrapped.PersistedType?>>(path)
  }
}

extension Query where T: RealmCollection, T.Element: PersistableEnum {
  /// The raw values of the elements.
  public var rawValue: Query<AnyRealmCollection<T.Element.RawValue>> {
    Query<AnyRealmCollection<T.Element.RawValue>>(path)
  }
}

extension Query
where T: RealmCollection, T.Element: OptionalProtocol, T.Element.Wrapped: PersistableEnum {
  /// The raw values of the elements.
  public var rawValue: Query<AnyRealmCollection<T.Element.Wrapped.RawValue?>> {
    Query<AnyRealmCollection<T.Element.Wrapped.RawValue?>>(path)
  }
}

extension Query where T: RealmKeyedCollection, T.Value: PersistableEnum {
  /// The raw values of the values.
  public var rawValue: Query<Map<T.Key, T.Value.RawValue>> {
    Query<Map<T.Key, T.Value.RawValue>>(path)
  }
}

extension Query
where T: RealmKeyedCollection, T.Value: OptionalProtocol, T.Value.Wrapped: PersistableEnum {
  /// The raw values of the values.
  public var rawValue: Query<Map<T.Key, T.Value.Wrapped.RawValue?>> {
    Query<Map<T.Key, T.Value.Wrapped.RawValue?>>(path)
  }
}

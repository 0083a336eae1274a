// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension Query where T: RealmCollectionValue {
  /// Whether the property has a value, or none with `nil`.
  ///
  /// Texts are compared byte by byte; what is not a number equals what is not a number.
  public static func == (a: Query, b: T) -> Query<Bool> { a.compare(.equal, b) }

  /// Whether the property has another value, or none.
  public static func != (a: Query, b: T) -> Query<Bool> { a.compare(.notEqual, b) }

  /// Whether two properties have the same value.
  public static func == (a: Query, b: Query) -> Query<Bool> { a.compare(.equal, b) }

  /// Whether two properties have different values.
  public static func != (a: Query, b: Query) -> Query<Bool> { a.compare(.notEqual, b) }

  /// Whether the property has one of some values.
  public func `in`<Values: Sequence>(_ values: Values) -> Query<Bool> where Values.Element == T {
    var objects: [ObjectBase] = []
    var encoded: [MixedValue] = []
    for value in values {
      encoded.append(QueryValue.encode(value, for: path.kind, mentioning: &objects))
    }
    return holding(.among(encoded), mentioning: objects)
  }
}

extension Query where T: _QueryOrdered {
  /// Whether the property is less.
  public static func < (a: Query, b: T) -> Query<Bool> { a.compare(.less, b) }
  /// Whether the property is less, or the same.
  public static func <= (a: Query, b: T) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether the property is greater.
  public static func > (a: Query, b: T) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether the property is greater, or the same.
  public static func >= (a: Query, b: T) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
  /// Whether one property is less than another.
  public static func < (a: Query, b: Query) -> Query<Bool> { a.compare(.less, b) }
  /// Whether one property is less than another, or the same.
  public static func <= (a: Query, b: Query) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether one property is greater than another.
  public static func > (a: Query, b: Query) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether one property is greater than another, or the same.
  public static func >= (a: Query, b: Query) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
}

extension Query where T: _QueryOrdered & Comparable {
  /// Whether the property lies in a range.
  public func contains(_ range: Range<T>) -> Query<Bool> {
    compare(.greaterOrEqual, range.lowerBound) && compare(.less, range.upperBound)
  }

  /// Whether the property lies in a range.
  public func contains(_ range: ClosedRange<T>) -> Query<Bool> {
    var objects: [ObjectBase] = []
    return holding(
      .between(
        QueryValue.encode(range.lowerBound, for: path.kind, mentioning: &objects),
        QueryValue.encode(range.upperBound, for: path.kind, mentioning: &objects)), mentioning: [])
  }
}

extension Query where T: OptionalProtocol, T.Wrapped: _QueryOrdered & Comparable {
  /// Whether there is a value, and it lies in a range.
  public func contains(_ range: Range<T.Wrapped>) -> Query<Bool> {
    Query<T.Wrapped>(path).contains(range)
  }

  /// Whether there is a value, and it lies in a range.
  public func contains(_ range: ClosedRange<T.Wrapped>) -> Query<Bool> {
    Query<T.Wrapped>(path).contains(range)
  }
}

extension Query where T: _QueryString {
  /// Whether the text begins with another.
  public func starts(with value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.beginsWith, value, options)
  }

  /// Whether the text holds another.
  public func contains(_ value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.contains, value, options)
  }

  /// Whether the text ends with another.
  public func ends(with value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.endsWith, value, options)
  }

  /// Whether the whole text fits a pattern: `?` is any character, `*` any number of them, and a
  /// backslash takes the meaning from what follows.
  public func like(_ value: T, caseInsensitive: Bool = false) -> Query<Bool> {
    compare(.like, value, caseInsensitive ? .caseInsensitive : [])
  }

  /// Whether the texts are the same but for what `options` name.
  public func equals(_ value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.equal, value, options)
  }

  /// Whether the texts differ in more than what `options` name.
  public func notEquals(_ value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.notEqual, value, options)
  }

  /// Whether the text begins with that of another property.
  public func starts<U: _QueryString>(
    with other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.beginsWith, other, options) }

  /// Whether the text holds that of another property.
  public func contains<U: _QueryString>(
    _ other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.contains, other, options) }

  /// Whether the text ends with that of another property.
  public func ends<U: _QueryString>(
    with other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.endsWith, other, options) }

  /// Whether the whole text fits the pattern that another property has.
  public func like<U: _QueryString>(
    _ other: Query<U>, caseInsensitive: Bool = false
  ) -> Query<Bool> { compare(.like, other, caseInsensitive ? .caseInsensitive : []) }

  /// Whether the texts of two properties are the same but for what `options` name.
  public func equals<U: _QueryString>(
    _ other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.equal, other, options) }

  /// Whether the texts of two properties differ in more than what `options` name.
  public func notEquals<U: _QueryString>(
    _ other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.notEqual, other, options) }
}

/// Bytes. The options are for texts, and change nothing here.
extension Query where T: _QueryBinary {
  /// Whether the bytes begin with others.
  public func starts(with value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.beginsWith, value)
  }
  /// Whether others are among the bytes.
  public func contains(_ value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.contains, value)
  }
  /// Whether the bytes end with others.
  public func ends(with value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.endsWith, value)
  }
  /// Whether the bytes are the same.
  public func equals(_ value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.equal, value)
  }
  /// Whether the bytes are others.
  public func notEquals(_ value: T, options: StringOptions = []) -> Query<Bool> {
    compare(.notEqual, value)
  }

  /// Whether the bytes begin with those of another property.
  public func starts<U: _QueryBinary>(
    with other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.beginsWith, other) }
  /// Whether the bytes of another property are among these.
  public func contains<U: _QueryBinary>(
    _ other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.contains, other) }
  /// Whether the bytes end with those of another property.
  public func ends<U: _QueryBinary>(
    with other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.endsWith, other) }
  /// Whether the bytes of two properties are the same.
  public func equals<U: _QueryBinary>(
    _ other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.equal, other) }
  /// Whether the bytes of two properties are different.
  public func notEquals<U: _QueryBinary>(
    _ other: Query<U>, options: StringOptions = []
  ) -> Query<Bool> { compare(.notEqual, other) }
}

/// Types of the program's own, by what the file has.
extension Query where T: _Mapped {
  /// What the file has for the property.
  public var persistableValue: Query<T.PersistedType> { Query<T.PersistedType>(path) }
}

extension Query where T: OptionalProtocol, T.Wrapped: _Mapped {
  /// What the file has for the property.
  public var persistableValue: Query<T.Wrapped.PersistedType?> {
    Query<T.Wrapped.PersistedType?>(path)
  }
}

extension Query where T: PersistableEnum {
  /// The raw value of the property.
  public var rawValue: Query<T.RawValue> { Query<T.RawValue>(path) }
}

extension Query where T: OptionalProtocol, T.Wrapped: PersistableEnum {
  /// The raw value of the property.
  public var rawValue: Query<T.Wrapped.RawValue?> { Query<T.Wrapped.RawValue?>(path) }
}

extension Query where T: _Mapped, T.PersistedType: _QueryOrdered {
  /// Whether what the file has is less.
  public static func < (a: Query, b: T) -> Query<Bool> { a.compare(.less, b) }
  /// Whether what the file has is less, or the same.
  public static func <= (a: Query, b: T) -> Query<Bool> { a.compare(.lessOrEqual, b) }
  /// Whether what the file has is greater.
  public static func > (a: Query, b: T) -> Query<Bool> { a.compare(.greater, b) }
  /// Whether what the file has is greater, or the same.
  public static func >= (a: Query, b: T) -> Query<Bool> { a.compare(.greaterOrEqual, b) }
}

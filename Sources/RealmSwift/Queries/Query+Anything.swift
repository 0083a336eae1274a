// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

extension Query where T == AnyRealmValue {
  /// The element of a list that the value is; missing where it is none, or has no such place.
  public subscript(position: Int) -> Query<AnyRealmValue> {
    Query(path.taking(inside: .place(.index(position))))
  }

  /// What the dictionary that the value is has under a key; missing where it is none.
  public subscript(key: String) -> Query<AnyRealmValue> { Query(path.taking(inside: .key(key))) }

  /// All elements of the list, or all values of the dictionary: whether any of them fits.
  public var any: Query<AnyRealmValue> { Query(path.taking(inside: .all)) }
}

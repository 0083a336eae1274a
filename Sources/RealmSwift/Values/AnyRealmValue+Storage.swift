// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ObjectStore

extension AnyRealmValue: RealmCollectionValue, _Indexable {
  /// A value of any type.
  public static var _kind: _PropertyKind { _PropertyKind(.mixed) }
  /// Nothing.
  public static func _makeDefault() -> AnyRealmValue { .none }

  /// The value that two columns hold.
  public static func _decode(
    _ value: _StoredValue, in realm: _RealmReference?
  ) -> AnyRealmValue {
    let plain = _StoredValue(value.mixed.value)
    switch value.mixed.tag {
    case .null: return .none
    case .bool: return .bool(Bool._decode(plain, in: realm))
    case .int: return .int(Int._decode(plain, in: realm))
    case .float: return .float(Float._decode(plain, in: realm))
    case .double: return .double(Double._decode(plain, in: realm))
    case .string: return .string(String._decode(plain, in: realm))
    case .data: return .data(Data._decode(plain, in: realm))
    case .date: return .date(Date._decode(plain, in: realm))
    case .decimal128: return .decimal128(Decimal128._decode(plain, in: realm))
    case .objectID: return .objectId(ObjectId._decode(plain, in: realm))
    case .uuid: return .uuid(UUID._decode(plain, in: realm))
    case .list, .dictionary: return collection(value.mixed, in: realm)
    case let tag:
      guard let realm else { return .none }
      return link(value.mixed, classID: tag.classID, in: realm)
    }
  }

  /// An object of the program's class, or a dynamic one where the program has none.
  private static func link(
    _ value: MixedValue, classID: Int64?, in realm: _RealmReference
  ) -> AnyRealmValue {
    let core = realm.core
    guard let classID, let name = core.store.schema.name(ofClass: classID),
      case .integer(let key) = value.value,
      let table = realm.isDynamic ? core.dynamicTable(ifKnown: name) : core.table(named: name),
      let object = table.object(key) as? Object
    else {
      core.fail(
        Realm.Error(
          .fail,
          reason:
            "an AnyRealmValue in the file is of a type that this version does not know; use the "
            + "version of Strongroom that wrote it, or a later one"))
      return .none
    }
    return .object(object)
  }

  /// What two columns shall hold.
  ///
  /// An object that is not in the realm is added to it.
  public func _encode(in realm: _RealmReference?) -> _StoredValue {
    switch self {
    case .none: _StoredValue(MixedValue.null)
    case .bool(let value): mixed(.bool, value)
    case .int(let value): mixed(.int, value)
    case .float(let value): mixed(.float, value)
    case .double(let value): mixed(.double, value)
    case .string(let value): mixed(.string, value)
    case .data(let value): mixed(.data, value)
    case .date(let value): mixed(.date, value)
    case .decimal128(let value): mixed(.decimal128, value)
    case .objectId(let value): mixed(.objectID, value)
    case .uuid(let value): mixed(.uuid, value)
    case .object(let object): link(object, in: realm)
    case .list(let list): nested(list, in: realm)
    case .dictionary(let map): nested(map, in: realm)
    }
  }

  private func mixed(_ tag: MixedValue.Tag, _ value: some RealmCollectionValue) -> _StoredValue {
    _StoredValue(MixedValue(tag, value._encode(in: nil).mixed.value))
  }

  private func link(_ object: Object, in realm: _RealmReference?) -> _StoredValue {
    guard let core = realm?.core else { return _StoredValue(MixedValue.null) }
    let key = core.add(object)
    guard let table = object.table, let stored = core.store.schema[table.className] else {
      return _StoredValue(MixedValue.null)
    }
    return _StoredValue(MixedValue(.object(classID: stored.id), .integer(key)))
  }

  /// Takes a value of any type that a realm can keep.
  public static func _coerce(_ value: Any) -> AnyRealmValue? {
    if let value = value as? AnyRealmValue { return value }
    if isNothing(value) { return AnyRealmValue.none }
    // An NSNumber would pass for every type of number.
    if let object = numberObject(value) { return number(object) }
    return switch value {
    case let value as Bool: .bool(value)
    case let value as any BinaryInteger: Int(exactly: value).map { .int($0) }
    case let value as Float: .float(value)
    case let value as Double: .double(value)
    case let value as any BinaryFloatingPoint: .double(Double(value))
    case let value as String: .string(value)
    case let value as Substring: .string(String(value))
    case let value as Data: .data(value)
    // Any empty array could be cast to one of bytes.
    case let bytes as [UInt8] where type(of: value) == [UInt8].self: .data(Data(bytes))
    case let value as Date: .date(value)
    case let value as ObjectId: .objectId(value)
    case let value as Decimal128: .decimal128(value)
    case let value as Decimal: .decimal128(Decimal128(value))
    case let value as UUID: .uuid(value)
    case let value as Object: .object(value)
    case let value as List<AnyRealmValue>: .list(value)
    case let value as Map<String, AnyRealmValue>: .dictionary(value)
    case let values as [Any]: array(values)
    case let values as [String: Any]: dictionary(values)
    default: nil
    }
  }

  private static func number(_ value: NSNumber) -> AnyRealmValue {
    if let value = value as? NSDecimalNumber { return .decimal128(Decimal128(number: value)) }
    let text = value.stringValue
    return Int(text).map { .int($0) } ?? .double(value.doubleValue)
  }
}

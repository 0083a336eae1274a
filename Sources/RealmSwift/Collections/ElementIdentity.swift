// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// What makes two elements of a collection the same while no realm keeps it: just what would in the
/// file, where texts are told apart by their bytes and what is not a number is the same as itself.
enum ElementIdentity: Hashable {
  case value(MixedValue)
  /// An object, or what is kept as one.
  case object(AnyHashable)

  init<Element: RealmCollectionValue>(_ element: Element) {
    if let object = asObject(element) {
      self = .object(AnyHashable(object))
    } else if Element._kind.target != nil || (element as? AnyRealmValue)?.isCollection == true {
      self = .object(AnyHashable(element))
    } else {
      self = .value(element._encode(in: nil).mixed)
    }
  }
}

/// A key of a map: text that is told apart by its bytes, as in the file.
struct MapKeyText: Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  static func < (a: Self, b: Self) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension _ManagedCollection {
  /// How the rows hold a value, if they can hold it at all: an object that is not in the realm is
  /// in no collection of it.
  final func known<Element: RealmCollectionValue>(_ value: Element) -> MixedValue? {
    if let object = asObject(value) {
      if object.core !== core { return nil }
      if let target = reference?.target, object.table?.className != target.className { return nil }
    }
    if let value = value as? AnyRealmValue, value.isCollection { return nil }
    if let object = asObject(value) {
      return isMixed
        ? value._encode(in: reference).mixed
        : MixedValue(.null, .integer(object.key))
    }
    return value._encode(in: reference).mixed
  }

  private final var isMixed: Bool { accessorKind?.type == .mixed }
}

/// The object that a value is or holds.
func asObject(_ value: Any) -> ObjectBase? {
  if let object = value as? ObjectBase { return object }
  if case .object(let object)? = value as? AnyRealmValue { return object }
  return nil
}

/// The type of a link that may lead nowhere.
protocol OptionalLink {}
extension Optional: OptionalLink where Wrapped: ObjectBase {}

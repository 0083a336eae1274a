// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// A collection, for what takes the place of elements that may not be missing any more.
private protocol ElementDefaulting {
  static var elementDefault: MixedValue { get }
}

extension RealmCollectionValue {
  /// The default of the type; nothing for links.
  fileprivate static var elementDefault: MixedValue {
    _kind.type == .object ? .null : _makeDefault()._encode(in: nil).mixed
  }
}

extension List: ElementDefaulting {
  fileprivate static var elementDefault: MixedValue { Element.elementDefault }
}

extension MutableSet: ElementDefaulting {
  fileprivate static var elementDefault: MixedValue { Element.elementDefault }
}

extension Map: ElementDefaulting {
  fileprivate static var elementDefault: MixedValue { Value.elementDefault }
}

extension ClassDescription {
  /// What objects that exist have in properties of these classes that are new to them, or in place
  /// of what may not be missing any more.
  static func defaults(
    of classes: [ClassDescription]
  ) -> (_ className: String, _ property: String) -> MixedValue {
    let known = Dictionary(classes.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    return { className, property in
      guard let description = known[className],
        let accessor = description.accessors.first(where: {
          $0.columnName == property && !$0.kind.isBacklinks
        })
      else { return .null }
      return (accessor.valueType as? any ElementDefaulting.Type)?.elementDefault
        ?? accessor.defaultValue(of: description.example)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Reads property lists in XML, the form in which people write them, and no other.
package struct XMLPropertyLists: PropertyListReading {
  package init() {}

  package func entitlements(_ bytes: [UInt8]) -> EntitlementEntries? {
    guard case .dictionary(let entries)? = XMLPropertyList.read(bytes) else { return nil }
    func text(_ name: EntitlementEntries.Name) -> String? { entries[name.rawValue]?.text }
    func texts(_ name: EntitlementEntries.Name) -> [String]? { entries[name.rawValue]?.texts }
    return EntitlementEntries(
      applicationIdentifier: text(.applicationIdentifier),
      macApplicationIdentifier: text(.macApplicationIdentifier),
      keychainAccessGroups: texts(.keychainAccessGroups),
      applicationGroups: texts(.applicationGroups))
  }

  package func bundleIdentifier(_ bytes: [UInt8]) -> String? {
    guard case .dictionary(let entries)? = XMLPropertyList.read(bytes),
      let identifier = entries["CFBundleIdentifier"]?.text
    else { return nil }
    return identifier.isEmpty ? nil : identifier
  }
}

/// A value of a property list, as far as identities need them.
enum XMLPropertyList: Equatable {
  case text(String)
  case array([XMLPropertyList])
  case dictionary([String: XMLPropertyList])
  /// A number, a date, bytes, true or false.
  case other

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var texts: [String]? {
    guard case .array(let values) = self else { return nil }
    let texts = values.compactMap(\.text)
    return texts.count == values.count ? texts : nil
  }

  /// The value in the file of these bytes; nil for what is not one property list in UTF-8.
  static func read(_ bytes: [UInt8]) -> XMLPropertyList? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var reader = XMLPropertyListReader(text)
    return try? reader.list()
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Finds the class that a dictionary is about, before anything else of it is read.
enum ClassResolution {
  /// - Throws: `errSecParam` when nothing tells a class, `errSecNoSuchClass` for an unknown one,
  ///   `errSecUnimplemented` for identities.
  static func resolve(_ dictionary: Request.Dictionary) throws(KeychainEngineError) -> ItemClass {
    if let value = dictionary.last(where: { $0.key == .name(RequestKeys.itemClass) })?.value {
      guard case .attribute(.text(let name)) = value else {
        throw KeychainEngineError(.param, "kSecClass takes a string, not \(value.typeName)")
      }
      if let itemClass = ItemClass(rawValue: name) { return itemClass }
      if name == "idnt" {
        throw KeychainEngineError(
          .unimplemented, "identities (a certificate with its key) are not part of this version")
      }
      throw KeychainEngineError(.noSuchClass, "there is no class \(name.quoted) of items")
    }
    let reference = dictionary.last { $0.key == .name(RequestKeys.valuePersistentReference) }
    if let reference = reference?.value.plainBytes.flatMap({ PersistentReference($0) }) {
      return reference.itemClass
    }
    throw KeychainEngineError(
      .param, "the dictionary names no class; add kSecClass, such as kSecClassGenericPassword")
  }
}

extension String {
  /// The text as a message shows it: in quotation marks, short, and without control characters.
  var quoted: String {
    let shown = unicodeScalars.prefix(64).map {
      $0.properties.generalCategory == .control ? "\u{FFFD}" : Character($0)
    }
    return "\"\(String(shown))\(unicodeScalars.count > 64 ? "…" : "")\""
  }
}

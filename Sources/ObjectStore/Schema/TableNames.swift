// SPDX-License-Identifier: Apache-2.0

/// The names in SQL.
///
/// What is ours has a number sign in it, which no Swift identifier can have.
package enum TableNames {
  /// The column with the key of an object, and with the owner's key in tables of collections.
  package static let key = "\"#\""
  /// The column with the place in a list.
  package static let position = "\"#at\""
  /// The column with the key in a map.
  package static let mapKey = "\"#key\""
  /// The column with an element of a collection.
  package static let element = "\"#value\""
  /// What an element of any type means.
  package static let elementTag = "\"#value#\""

  package static let metadata = "\"#meta\""
  package static let classes = "\"#class\""
  package static let properties = "\"#property\""

  /// `name` as an SQL identifier.
  package static func quoted(_ name: String) -> String {
    var result = "\""
    for character in name.unicodeScalars {
      result.unicodeScalars.append(character)
      if character == "\"" { result.unicodeScalars.append(character) }
    }
    return result + "\""
  }

  /// The table of a class.
  package static func table(_ className: String) -> String { quoted(className) }

  /// The table of a collection.
  package static func collection(_ className: String, _ property: String) -> String {
    quoted("\(className).\(property)")
  }

  /// The column that says what a property of any type means.
  package static func tag(_ property: String) -> String { quoted("\(property)#") }

  /// The index over a property.
  package static func index(_ className: String, _ property: String) -> String {
    quoted("\(className)#\(property)")
  }

  /// Why `name` cannot be that of a class or property; nil if it can.
  package static func objection(to name: String) -> String? {
    if name.isEmpty { return "a name cannot be empty" }
    if name.utf8.contains(UInt8(ascii: "#")) { return "a name cannot hold #" }
    if name.utf8.contains(UInt8(ascii: ".")) { return "a name cannot hold a full stop" }
    if name.utf8.contains(0) { return "a name cannot hold a zero byte" }
    if name.lowercased().hasPrefix("sqlite_") { return "a name cannot begin with sqlite_" }
    return nil
  }
}

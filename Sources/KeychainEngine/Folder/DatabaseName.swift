// SPDX-License-Identifier: Apache-2.0

/// The names of a keychain's databases: `keychain.<generation>.db`, and with something behind it
/// the log, its index, or a copy of a damaged log.
enum DatabaseName {
  static func ofGeneration(_ generation: UInt64) -> String { "keychain.\(generation).db" }

  /// The database that the file `name` is or belongs to; nil for any other file.
  ///
  /// A copy that somebody has put there, called `keychain.1.db.old` say, is another file.
  static func owner(of name: String) -> String? {
    guard name.hasPrefix("keychain.") else { return nil }
    let digits = name.dropFirst("keychain.".count).prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return nil }
    let rest = name[digits.endIndex...]
    guard rest.hasPrefix(".db") else { return nil }
    let behind = rest.dropFirst(".db".count)
    guard behind.isEmpty || behind.hasPrefix("-") else { return nil }
    return String(name[..<behind.startIndex])
  }
}

// SPDX-License-Identifier: Apache-2.0

/// One result code: its number and name, which are Apple's, and a sentence about it, which is ours.
struct StatusEntry: Sendable {
  let number: Int32
  let name: String
  let message: String

  init(_ number: Int32, _ name: String, _ message: String) {
    self.number = number
    self.name = name
    self.message = message
  }

  /// Every code there is, theme by theme.
  static let all: [StatusEntry] =
    general + keychain + accessLists + importExport + trust + certificates + revocation
    + mailAndServers + codeSigning + timestamps + keys + keyParameters + queries + requests
    + modules

  static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Foundation
import SQLite
import Security

/// Step 6: what was stored is nowhere to be found in the files.
enum CanarySteps {
  static func run(_ tale: Narration, _ key: Data, _ folder: DemoFolder) throws {
    let canary = "canary-\(UUID().uuidString)"
    let added = SecItemAdd(
      [
        kSecClass: kSecClassGenericPassword, kSecAttrAccount: "account " + canary,
        kSecAttrLabel: "label " + canary, kSecValueData: Data("password \(canary)".utf8),
      ] as [CFString: Any] as CFDictionary, nil)
    try tale.expect(added == errSecSuccess, "SecItemAdd gave \(added)")

    let database = try EncryptedDatabase.open(
      at: folder.file("notes.db"), key: try DatabaseSteps.databaseKey(key))
    let insert = try database.prepare("INSERT INTO notes(body) VALUES(?)")
    try insert.bind("body \(canary)", at: 1)
    try insert.run()
    // The connection stays open, so that the log is still there to be searched.
    let (hits, searched) = try folder.search(for: Data(canary.utf8))
    try database.close()
    try tale.expect(searched.contains("notes.db-wal"), "there was no log to search")
    try tale.expect(searched.contains("keychain/keychain.1.db"), "there was no keychain to search")
    try tale.expect(hits.isEmpty, "the canary stands in \(hits.joined(separator: ", "))")
    tale.step(
      6,
      "a canary stored in both is in none of \(searched.count) files, byte for byte: \(searched.joined(separator: ", "))"
    )
  }
}

// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Foundation
import SQLite

/// Steps 4 and 5: the key opens an encrypted database, and everything else does not.
enum DatabaseSteps {
  static func databaseKey(_ key: Data) throws -> DatabaseKey {
    try DatabaseKey(copying: key.bytes)
  }

  static func write(_ tale: Narration, _ key: Data, _ folder: DemoFolder) throws {
    let path = folder.file("notes.db")
    let writer = try EncryptedDatabase.open(at: path, key: try databaseKey(key))
    try writer.execute("CREATE TABLE notes(id INTEGER PRIMARY KEY, body TEXT NOT NULL)")
    try writer.transaction {
      let insert = try writer.prepare("INSERT INTO notes(body) VALUES(?)")
      for number in 1...1000 {
        try insert.bind("note number \(number)", at: 1)
        try insert.run()
      }
    }
    try writer.close()
    let reader = try EncryptedDatabase.open(at: path, key: try databaseKey(key))
    let count = try reader.prepare("SELECT count(*) FROM notes")
    try tale.expect(try count.step() && count.integer(at: 0) == 1000, "the rows are not all there")
    count.reset()
    try reader.close()
    tale.step(
      4,
      "the key opened an encrypted database: 1,000 rows written in one transaction, closed, reopened, counted"
    )
  }

  static func refuse(_ tale: Narration, _ key: Data, _ folder: DemoFolder) throws {
    let path = folder.file("notes.db")
    tale.step(5, "what does not open it, and why:")
    try refusal(tale, "a wrong key", .wrongKey) {
      _ = try EncryptedDatabase.open(at: path, key: DatabaseKey.random())
    }
    do {
      let plain = try Connection(path: path)
      _ = try plain.prepare("SELECT count(*) FROM notes").step()
      throw Narration.Failure(description: "the database opened without a key")
    } catch let error as SQLiteError {
      try tale.expect(error.code == .notADatabase, "without a key: \(error)")
      tale.say("   no key: SQLite finds no database in it (\(error.message))")
    }
    let plain = try Connection(path: folder.file("plain.db"))
    try plain.execute("CREATE TABLE t(x)")
    try plain.close()
    try refusal(tale, "a plain SQLite file, with a key", .notEncrypted) {
      _ = try EncryptedDatabase.open(at: folder.file("plain.db"), key: try databaseKey(key))
    }
  }

  private static func refusal(
    _ tale: Narration, _ what: String, _ code: EncryptedSQLiteError.Code, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as EncryptedSQLiteError {
      try tale.expect(error.code == code, "\(what) gave: \(error)")
      return tale.say("   \(what): \(error.reason)")
    }
    throw Narration.Failure(description: "\(what) opened the database")
  }
}

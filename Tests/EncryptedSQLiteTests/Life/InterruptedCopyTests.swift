// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Foundation
import SQLite
import Secrets
import TestFolders
import Testing

/// Operations that are killed, or run out of disk, at many moments.
@Suite("Interrupted operations", .serialized)
struct InterruptedCopyTests {
  private static let rounds = 8

  /// Runs `command` again and again, and kills it a little later each time.
  private func killing(
    _ command: String, _ path: String, key: [UInt8], _ argument: String, check: (Int) throws -> Void
  ) throws -> Int {
    var kills = 0
    for round in 0..<Self.rounds {
      let worker = WorkerProcess(command, path, key: key, argument)
      // Not a wait for something: the moment of the crash.
      usleep(UInt32(15_000 + 22_000 * round))
      if worker.kill() != ["done"] { kills += 1 }
      try check(round)
    }
    return kills
  }

  @Test("a rekeying that is killed leaves the old or the new database, whole")
  func rekey() throws {
    let database = try TestDatabase.made(.wal, rows: 40_000)
    let count = try database.open().integer("SELECT count(*) FROM t")
    var keys = [database.keyBytes, RandomBytes.bytes(64)]
    let kills = try (0..<Self.rounds).reduce(0) { kills, round in
      let worker = WorkerProcess(
        "rekey", database.path, key: keys[0], WorkerProcess.hex(keys[1]))
      usleep(UInt32(20_000 + 60_000 * round))
      let said = worker.kill()
      let isNew =
        try EncryptedDatabase.info(at: database.path, key: DatabaseKey(keys[1])).isRightKey == true
      if said == ["done"] { #expect(isNew) }
      if isNew { keys.swapAt(0, 1) }
      #expect(try EncryptedDatabase.verify(at: database.path, key: DatabaseKey(keys[0])).isWhole)
      let connection = try database.open(key: keys[0])
      #expect(try connection.integer("SELECT count(*) FROM t") == count)
      try connection.close()
      return kills + (said == ["done"] ? 0 : 1)
    }
    #expect(kills > 0)
    try EncryptedDatabase.rekey(database.path, from: DatabaseKey(keys[0]), to: DatabaseKey(keys[1]))
    #expect(database.folder.names == ["test.db"])
  }

  @Test(
    "an encryption or a backup that is killed leaves the whole file or none",
    arguments: ["encrypt", "backup"])
  func copies(command: String) throws {
    let database = try TestDatabase.made(rows: 20_000)
    let plain = database.folder.file("plain.db")
    try EncryptedDatabase.decryptToUnprotectedFile(
      database.path, key: database.makeKey(), to: plain)
    let target = database.folder.file("target.db")
    let kills = try killing(
      command, command == "encrypt" ? plain : database.path, key: database.keyBytes, target
    ) { (round: Int) throws -> Void in
      guard FileBytes.read(target) != nil else { return }
      #expect(try EncryptedDatabase.verify(at: target, key: database.makeKey()).isWhole, "\(round)")
      #expect(try database.open(.delete, at: target).integer("SELECT count(*) FROM t") == 20_000)
      unsafe unlink(target)
    }
    #expect(kills > 0)
    // What the last kill left is no hindrance, and is gone afterwards.
    #expect(
      WorkerProcess(
        command, command == "encrypt" ? plain : database.path, key: database.keyBytes, target
      ).lines() == ["done"])
    #expect(!database.folder.names.contains { $0.contains("unfinished") })
  }

  @Test(
    "a file that may not grow is a full disk, and everything is as it was",
    arguments: ["rekey", "encrypt", "backup"])
  func limit(command: String) throws {
    let database = try TestDatabase.made(rows: 4000)
    let plain = database.folder.file("plain.db")
    try EncryptedDatabase.decryptToUnprotectedFile(
      database.path, key: database.makeKey(), to: plain)
    let before = (database.bytes, database.folder.names)
    let argument =
      command == "rekey"
      ? WorkerProcess.hex(RandomBytes.bytes(64)) : database.folder.file("target.db")
    let worker = WorkerProcess(
      command, command == "encrypt" ? plain : database.path, key: database.keyBytes, argument,
      "500000")
    #expect(worker.lines() == ["diskFull"])
    #expect(database.bytes == before.0 && database.folder.names == before.1)
  }

  @Test(
    "too little free space is found out before a byte is written, and said in numbers",
    .enabled("mounting a file system takes root") { getuid() == 0 })
  func freeSpace() throws {
    let database = try TestDatabase.made(rows: 8000)
    let worker = WorkerProcess(
      "smallDisk", database.path, key: database.keyBytes, "/mnt/backup.db",
      inside: [
        "unshare", "--mount", "sh", "-c",
        "mount -t tmpfs -o size=1m none /mnt && exec \"$0\" \"$@\"",
      ])
    let lines = worker.lines()
    #expect(lines.count == 1 && lines.first?.contains("needs about") == true, "\(lines)")
    #expect(lines.first?.contains("are free") == true)
  }
}

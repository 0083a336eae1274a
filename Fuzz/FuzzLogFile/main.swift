// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import FuzzDriver
import Glibc
import SQLite

let path = ScratchFile.database
let logPath = "\(path)-wal"

func key() throws -> DatabaseKey { try DatabaseKey(copying: [UInt8](0..<64).span.bytes) }

/// The states that were committed: all rows have the number of one transaction.
let states: ClosedRange<Int64> = 0...5

/// A database and its log as a crash leaves them, with one transaction that has not ended.
func original() throws -> (database: [UInt8], log: [UInt8]) {
  let database = try EncryptedDatabase.open(
    at: path, key: key(), options: DatabaseOptions(synchronous: .off, cacheByteCount: 12 * 4096))
  try database.execute("CREATE TABLE t (state INTEGER, filler BLOB)")
  for _ in 0..<40 { try database.execute("INSERT INTO t VALUES (0, zeroblob(800))") }
  try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  for state in states.dropFirst() {
    try database.execute("UPDATE t SET state = \(state), filler = randomblob(800)")
  }
  try database.execute("BEGIN; UPDATE t SET state = -1, filler = randomblob(800)")
  return (ScratchFile.read(path), ScratchFile.read(logPath))
}

let whole = try original()

// Bytes written over any place of a log, and its end cut off: recovery ends in one of the states
// that were committed, or in an error. Input: where (3 bytes), how many bytes to cut (3 bytes),
// what to write there.
fuzz { bytes in
  guard bytes.count > 6 else { return }
  var log = whole.log
  let start = (Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])) % log.count
  for (offset, byte) in bytes.dropFirst(6).enumerated() where start + offset < log.count {
    log[start + offset] = byte
  }
  log.removeLast((Int(bytes[3]) << 16 | Int(bytes[4]) << 8 | Int(bytes[5])) % log.count)
  ScratchFile.write(whole.database, to: path)
  ScratchFile.write(log, to: logPath)
  unsafe unlink("\(path)-shm")
  defer { unsafe unlink("\(logPath).damaged-1") }
  let options = DatabaseOptions(synchronous: .off, reportDamage: { _ in })
  guard let database = try? EncryptedDatabase.open(at: path, key: key(), options: options) else {
    return
  }
  guard let statement = try? database.prepare("SELECT min(state), max(state), count(*) FROM t"),
    (try? statement.step()) == true
  else { return }
  precondition(statement.integer(at: 0) == statement.integer(at: 1), "half a transaction")
  precondition(states.contains(statement.integer(at: 0)), "a state that was never committed")
  precondition(statement.integer(at: 2) == 40, "lost rows")
}

// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import FuzzDriver
import Glibc
import SQLite

let path = ScratchFile.database
let journalPath = "\(path)-journal"

func key() throws -> DatabaseKey { try DatabaseKey(copying: [UInt8](0..<64).span.bytes) }

/// A database and its hot journal as a crash leaves them: all rows have state 1, and the
/// transaction that did not end was making it 2.
func original() throws -> (database: [UInt8], journal: [UInt8]) {
  let database = try EncryptedDatabase.open(
    at: path, key: key(),
    options: DatabaseOptions(journalMode: .delete, synchronous: .full, cacheByteCount: 12 * 4096))
  try database.execute("CREATE TABLE t (state INTEGER, filler BLOB)")
  for _ in 0..<200 { try database.execute("INSERT INTO t VALUES (1, zeroblob(800))") }
  try database.execute("BEGIN; UPDATE t SET state = 2, filler = randomblob(800)")
  return (ScratchFile.read(path), ScratchFile.read(journalPath))
}

let whole = try original()

// Bytes written over any place of a hot journal, and its end cut off: what is read was written
// once, or it is an error. A journal cut off rolls back in part, as under SQLite itself. Input:
// where (3 bytes), how many bytes to cut (3 bytes), what to write there.
fuzz { bytes in
  guard bytes.count > 6 else { return }
  var journal = whole.journal
  let start = (Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])) % journal.count
  for (offset, byte) in bytes.dropFirst(6).enumerated() where start + offset < journal.count {
    journal[start + offset] = byte
  }
  journal.removeLast((Int(bytes[3]) << 16 | Int(bytes[4]) << 8 | Int(bytes[5])) % journal.count)
  ScratchFile.write(whole.database, to: path)
  ScratchFile.write(journal, to: journalPath)
  defer { unsafe unlink("\(journalPath).damaged-1") }
  let options = DatabaseOptions(journalMode: .delete, synchronous: .off, reportDamage: { _ in })
  guard let database = try? EncryptedDatabase.open(at: path, key: key(), options: options),
    let statement = try? database.prepare("SELECT state, length(filler) FROM t")
  else { return }
  while (try? statement.step()) == true {
    precondition([1, 2].contains(statement.integer(at: 0)), "a state that was never written")
    precondition(statement.integer(at: 1) == 800, "a row that was never written")
  }
}

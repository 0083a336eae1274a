// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import FuzzDriver
import SQLite

let path = ScratchFile.database

func key() throws -> DatabaseKey { try DatabaseKey(copying: [UInt8](0..<64).span.bytes) }

/// A whole database, closed.
func original() throws -> [UInt8] {
  do {
    let database = try EncryptedDatabase.open(
      at: path, key: key(), options: DatabaseOptions(journalMode: .delete))
    try database.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)")
    for number in 0..<300 {
      try database.execute("INSERT INTO t VALUES (\(number), 'row \(number) of three hundred')")
    }
  }
  return ScratchFile.read(path)
}

let whole = try original()

// Bytes written over any place of a file, and its end cut off: right rows or an error, never wrong
// rows. Input: where (2 bytes), how many bytes to cut (2 bytes), what to write there.
fuzz { bytes in
  guard bytes.count > 4 else { return }
  var file = whole
  let start = (Int(bytes[0]) << 8 | Int(bytes[1])) % file.count
  for (offset, byte) in bytes.dropFirst(4).enumerated() where start + offset < file.count {
    file[start + offset] = byte
  }
  file.removeLast((Int(bytes[2]) << 8 | Int(bytes[3])) % file.count)
  ScratchFile.write(file, to: path)
  guard let database = try? EncryptedDatabase.open(at: path, key: key()) else { return }
  guard let statement = try? database.prepare("SELECT a, b FROM t ORDER BY a") else { return }
  var number = 0
  while (try? statement.step()) == true {
    precondition(statement.text(at: 1) == "row \(number) of three hundred", "a wrong row")
    number += 1
  }
}

// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import FuzzDriver
import Glibc
import SQLite

/// Where the database lies: in memory, as each input opens it anew.
let path = "/dev/shm/strongroom-fuzz-\(getpid()).db"

func key() throws -> DatabaseKey { try DatabaseKey(copying: [UInt8](0..<64).span.bytes) }

func write(_ bytes: [UInt8]) {
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  precondition(file >= 0)
  let written = unsafe Glibc.write(file, bytes, bytes.count)
  precondition(written == bytes.count)
  close(file)
}

func read() -> [UInt8] {
  let file = unsafe open(path, O_RDONLY)
  precondition(file >= 0)
  defer { close(file) }
  return unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
    count = unsafe max(0, Glibc.read(file, buffer.baseAddress, buffer.count))
  }
}

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
  return read()
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
  write(file)
  guard let database = try? EncryptedDatabase.open(at: path, key: key()) else { return }
  guard let statement = try? database.prepare("SELECT a, b FROM t ORDER BY a") else { return }
  var number = 0
  while (try? statement.step()) == true {
    precondition(statement.text(at: 1) == "row \(number) of three hundred", "a wrong row")
    number += 1
  }
}

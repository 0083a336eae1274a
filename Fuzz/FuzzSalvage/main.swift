// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import Glibc
import SQLite
import Secrets

@testable import EncryptedSQLite

// Pages whose tags are right and whose content is anything: whoever holds the key can write them,
// and so can a fault in SQLite. Input: one byte, bit 0 of which asks for pages of 65536 bytes; then
// edits of SQLite's own bytes, each a place (1 byte), an offset (2 bytes), a length (1 byte) and as
// many bytes. Places below 128 are pages of the file, which grows for them; from 128 on, a page is
// also put into a hot journal, under the page number in its first four bytes.

let path = ScratchFile.database
let journalPath = "\(path)-journal"
let savedPath = "\(path)-saved"
let mostPages = 32

func key() throws -> DatabaseKey { try DatabaseKey(copying: [UInt8](0..<64).span.bytes) }

/// A database with a tree, long rows, an index, a table without row ids, and free pages, as SQLite
/// sees it.
func original(pageSize: Int) throws -> [[UInt8]] {
  let plain = "\(path)-plain"
  unsafe unlink(plain)
  do {
    let database = try Connection(path: plain)
    try database.execute("PRAGMA page_size=\(pageSize)")
    try database.setReservedBytes(PageLayout.reserve)
    try database.execute(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT, b REAL);
      CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
      CREATE INDEX i ON t(a);
      CREATE VIEW v AS SELECT a FROM t;
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<60)
        INSERT INTO t(a, b) SELECT 'row ' || i || ' of sixty', i / 7.0 FROM n;
      INSERT INTO t(a) VALUES(zeroblob(3000));
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<40)
        INSERT INTO w SELECT 'key ' || i, i FROM n;
      CREATE TABLE gone(x); INSERT INTO gone VALUES(zeroblob(3000)); DROP TABLE gone;
      """)
  }
  let bytes = ScratchFile.read(plain)
  unsafe unlink(plain)
  return stride(from: 0, to: bytes.count, by: pageSize).map { Array(bytes[$0..<$0 + pageSize]) }
}

let small = try original(pageSize: 1024)
let large = try original(pageSize: 65536)

/// The pages after the edits, and those that go to the journal.
func edited(_ bytes: [UInt8]) -> (pages: [[UInt8]], journal: [[UInt8]]) {
  var pages = bytes[0] & 1 == 0 ? small : large
  let size = pages[0].count
  var journal: [[UInt8]] = []
  var rest = bytes.dropFirst()
  while rest.count > 4 {
    let head = Array(rest.prefix(4))
    let edit = rest.dropFirst(4).prefix(Int(head[3]))
    rest = rest.dropFirst(4 + edit.count)
    let number = Int(head[0] & 127) % mostPages
    while pages.count <= number { pages.append([UInt8](repeating: 0, count: size)) }
    let start = (Int(head[1]) << 8 | Int(head[2])) % size
    for (offset, byte) in edit.enumerated() where start + offset < size {
      pages[number][start + offset] = byte
    }
    if head[0] >= 128 { journal.append(pages[number]) }
  }
  return (pages, journal)
}

func number32(_ bytes: [UInt8], _ offset: Int) -> UInt32 { TreePage.number32(bytes, offset) }

/// Seals the page as the format says.
func sealed(_ page: [UInt8], _ number: UInt32, _ domain: PageDomain, _ cipher: PageCipher)
  -> [UInt8]
{
  var disk = page
  var span = disk.mutableSpan
  var bytes = unsafe span.mutableBytes
  cipher.seal(page.rawBytes, number: number, domain: domain, into: &bytes)
  return disk
}

/// A journal that was synced, with a sector of 512 bytes.
func journal(_ pages: [[UInt8]], pageSize: Int, _ cipher: PageCipher) -> [UInt8] {
  func big(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * $0) & 0xFF) } }
  var bytes = big(0xD9D5_05F9) + big(0x20A1_63D7) + big(UInt32(pages.count)) + big(0)
  bytes += big(UInt32(mostPages)) + big(512) + big(UInt32(pageSize))
  bytes += [UInt8](repeating: 0, count: 512 - bytes.count)
  for page in pages {
    let number = max(1, number32(page, 0))
    bytes += big(number) + sealed(page, number, .journal, cipher) + big(0)
  }
  return bytes
}

/// What is saved is a whole database of bounded size, however little of it there is.
func checkSaved(largest: Int) throws {
  var status = stat()
  precondition(unsafe stat(savedPath, &status) == 0, "nothing was written")
  precondition(Int(status.st_size) <= largest, "\(status.st_size) bytes saved")
  let report = try EncryptedDatabase.verify(at: savedPath, key: key())
  precondition(report.isWhole, "bad pages")
  let saved = try EncryptedDatabase.open(
    at: savedPath, key: key(), options: DatabaseOptions(journalMode: .delete))
  try saved.execute("PRAGMA ignore_check_constraints=ON")
  let said = try saved.text("PRAGMA integrity_check")
  precondition(said == "ok", said)
}

fuzz { bytes in
  guard bytes.count > 5 else { return }
  let (pages, journalled) = edited(bytes)
  let size = pages[0].count
  let salt = [UInt8](repeating: 0xA5, count: PageOne.saltByteCount)
  do {
    let cipher = PageCipher(key: [UInt8](0..<64).span.bytes, salt: salt)
    let file = pages.enumerated().flatMap {
      sealed($0.element, UInt32($0.offset + 1), .database, cipher)
    }
    ScratchFile.write(file, to: path)
    unsafe unlink(journalPath)
    if !journalled.isEmpty {
      ScratchFile.write(journal(journalled, pageSize: size, cipher), to: journalPath)
    }
    unsafe unlink(savedPath)
    _ = try EncryptedDatabase.salvage(path, key: key(), to: savedPath)
    try checkSaved(largest: 4 * (file.count + journalled.count * size) + 256 * size)
  } catch {
    preconditionFailure("\(error)")
  }
}

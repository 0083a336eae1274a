// SPDX-License-Identifier: Apache-2.0

import FaultyFiles
import SQLite
import Secrets
import TestFolders
import Testing

@testable import EncryptedSQLite

/// Frames of the open transaction wait to be written together; these are the ways in which they
/// could come too late, or not at all.
@Suite("Waiting frames")
struct WaitingFrameTests {
  // Were they not dropped, the next page that the first connection reads from the log could be the
  // occasion to write them, over what the second has committed.
  @Test(
    "what a rolled back transaction left waiting never reaches the log",
    arguments: [60, 95, 125, 170, 185, 200])
  func rollback(rows: Int) throws {
    let database = TestDatabase()
    let first = try database.open(cache: 12 * 4096)
    try first.fill(200)
    let second = try database.open()
    // From 1 to 15 frames wait by then.
    try first.execute("BEGIN; UPDATE t SET body=randomblob(480) WHERE id<=\(rows); ROLLBACK")
    try second.execute("UPDATE t SET name='second', body=randomblob(490)")
    #expect(try first.integer("SELECT count(*) FROM t WHERE name='second'") == 200)
    #expect(try first.isIntact())
    let recovered = try database.snapshot().open()
    #expect(try recovered.integer("SELECT count(*) FROM t WHERE name='second'") == 200)
    #expect(try recovered.isIntact())
  }

  @Test("a page is read again by the transaction that it waits in")
  func ownPages() throws {
    let database = TestDatabase()
    let connection = try database.open(cache: 12 * 4096)
    try connection.fill(300)
    try connection.execute("BEGIN; UPDATE t SET name='own', body=randomblob(470)")
    #expect(try connection.integer("SELECT count(*) FROM t WHERE name='own'") == 300)
    #expect(try connection.isIntact())
    try connection.execute("COMMIT")
    #expect(
      try database.snapshot().open().integer("SELECT count(*) FROM t WHERE name='own'") == 300)
  }

  @Test("several frames of a transaction are one write")
  func together() throws {
    let watch = FileWatch()
    try FileWatch.$current.withValue(watch) {
      let database = TestDatabase()
      let connection = try database.open(layer: FaultyLayer.name)
      try connection.fill(100)
      let before = watch.counts[.write, default: 0]
      try connection.execute("UPDATE t SET body=randomblob(480) WHERE id<=50")
      #expect(watch.counts[.write, default: 0] - before == 1)
    }
  }

  private func frame(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 4120) }

  @Test("behind frames that could not be written, no frame is written until they are")
  func gap() throws {
    let folder = TemporaryFolder()
    let file = try TestFile(folder.file("log"), failing: .init(.writeError, at: 1))
    let queue = FrameQueue(file.real, frameByteCount: 4120)
    #expect(queue.append(frame(1).rawBytes, at: 32, isLast: false) == 0)
    #expect(queue.append(frame(2).rawBytes, at: 32 + 4120, isLast: true) != 0)
    // The file would take it now; but what is before it is missing.
    #expect(queue.append(frame(3).rawBytes, at: 32 + 2 * 4120, isLast: true) != 0)
    #expect(queue.prepareToRead(32..<40) != 0)
    #expect(queue.prepareToRead(0..<32) == 0)
    #expect((FileBytes.read(folder.file("log")) ?? []).isEmpty)
    // After going back to a savepoint, the gap is filled.
    #expect(queue.append(frame(4).rawBytes, at: 32, isLast: false) == 0)
    #expect(queue.append(frame(5).rawBytes, at: 32 + 4120, isLast: true) == 0)
    let bytes = FileBytes.read(folder.file("log")) ?? []
    #expect(Array(bytes.dropFirst(32)) == frame(4) + frame(5))
  }

  @Test("what is dropped is not written, and what was lost before is no hindrance after")
  func discarding() throws {
    let folder = TemporaryFolder()
    let file = try TestFile(folder.file("log"), failing: .init(.writeError, at: 1))
    let queue = FrameQueue(file.real, frameByteCount: 4120)
    #expect(queue.append(frame(1).rawBytes, at: 32, isLast: true) != 0)
    queue.discard()
    #expect(queue.append(frame(2).rawBytes, at: 32 + 4120, isLast: false) == 0)
    queue.discard()
    #expect(queue.flush() == 0)
    #expect((FileBytes.read(folder.file("log")) ?? []).isEmpty)
    #expect(queue.append(frame(3).rawBytes, at: 32, isLast: true) == 0)
    #expect(Array((FileBytes.read(folder.file("log")) ?? []).dropFirst(32)) == frame(3))
  }
}

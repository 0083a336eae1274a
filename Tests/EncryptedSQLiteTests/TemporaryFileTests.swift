// SPDX-License-Identifier: Apache-2.0

import FaultyFiles
import SQLite
import Secrets
import Testing

@testable import EncryptedSQLite

@Suite("a file without a name")
struct TemporaryFileTests {
  private let real = RealFile()
  private let file: TemporaryFile
  /// Of a block.
  private let size = 4096

  init() throws {
    try EncryptedVFS.register()
    // Read, write, create, delete on close, exclusive; a temporary database.
    var granted: CInt = 0
    #expect(unsafe real.open(nil, flags: 0x2 | 0x4 | 0x8 | 0x10 | 0x200, outFlags: &granted) == 0)
    file = TemporaryFile(real)
  }

  private func read(_ count: Int, at offset: Int) -> (status: CInt, bytes: [UInt8]) {
    let buffer = PageBuffer(count: count)
    let status = buffer.withMutableBytes { file.read(into: &$0, at: Int64(offset)) }
    return (status, buffer.bytes.array)
  }

  private func onDisk(_ block: Int) -> [UInt8] {
    let buffer = PageBuffer(count: size)
    #expect(buffer.withMutableBytes { real.read(into: &$0, at: Int64(block * size)) } == 0)
    return buffer.bytes.array
  }

  @Test("holds what an ordinary file would, wherever it is written, read and cut")
  func model() {
    var model: [UInt8] = []
    for step in 0..<3000 {
      let offset =
        Int.random(in: 0..<2) == 0 ? Int.random(in: 0..<20) * size : .random(in: 0..<80_000)
      let count = Int.random(in: 0..<2) == 0 ? size : .random(in: 1..<10_000)
      switch step % 20 {
      case 0:
        let kept = Int.random(in: 0...model.count)
        #expect(file.truncate(to: Int64(kept)) == 0)
        model.removeLast(model.count - kept)
      case 1..<10:
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ step) }
        #expect(file.write(bytes.rawBytes, at: Int64(offset)) == 0)
        let end = offset + count
        if end > model.count { model += [UInt8](repeating: 0, count: end - model.count) }
        model.replaceSubrange(offset..<end, with: bytes)
      default:
        let expected = model.dropFirst(offset).prefix(count)
        let (status, bytes) = read(count, at: offset)
        #expect((status == 0) == (expected.count == count))
        #expect(bytes == expected + [UInt8](repeating: 0, count: count - expected.count))
      }
      var length: Int64 = -1
      #expect(file.size(&length) == 0 && length == model.count)
    }
  }

  @Test("shows nothing of a block on disk, refuses a changed one and an older copy")
  func tampering() {
    let first = [UInt8](repeating: 0x41, count: size)
    let second = [UInt8](repeating: 0x42, count: size)
    for block in 0..<3 { #expect(file.write(first.rawBytes, at: Int64(block * size)) == 0) }
    let old = onDisk(1)
    #expect(old.filter { $0 == 0x41 }.count < 100, "a random byte in 256 is an A")
    #expect(file.write(second.rawBytes, at: Int64(size)) == 0)
    #expect(read(size, at: size) == (0, second))
    let new = onDisk(1)

    var flipped = new
    flipped[4000] ^= 1
    for other in [old, flipped, onDisk(0), onDisk(2)] {
      #expect(real.write(other.rawBytes, at: Int64(size)) == 0)
      #expect(read(size, at: size).status == SQLiteCode.dataError)
      #expect(read(10, at: size + 5).status == SQLiteCode.dataError)
    }
    #expect(real.write(new.rawBytes, at: Int64(size)) == 0)
    #expect(read(size, at: size) == (0, second))
  }

  // Trap: a statement that fails is rolled back from a file without a name; where that cannot be
  // read, its pages stay in the cache, and the next transaction takes them for committed.
  @Test(
    "a statement that fails for want of room is rolled back without any",
    arguments: [4096, 16384, 65536])
  func fullDisk(pageSize: Int) throws {
    let filler = 900 * pageSize / 4096
    var failed = 0
    for number in 1...24 {
      let database = TestDatabase()
      let made = try database.open(pageSize: pageSize)
      try VersionedTable.change(made, to: 1, rows: 65, filler: filler)
      try made.close()
      let watch = FileWatch(FileWatch.Plan(.fullDisk, at: number, isLasting: true))
      FileWatch.$current.withValue(watch) {
        let opened = try? database.open(
          cache: 12 * pageSize, synchronous: .full, layer: FaultyLayer.name, pageSize: pageSize)
        guard let connection = opened else { return }
        do throws(SQLiteError) {
          try VersionedTable.change(connection, to: 2, rows: 65, filler: filler)
        } catch {
          failed += 1
          #expect(.full ~= error.code, "write \(number): \(error)")
          let half = try? connection.integer("SELECT count(*) FROM t WHERE version<>1")
          #expect(half == 0, "write \(number)")
        }
      }
    }
    #expect(failed > 5)
  }
}

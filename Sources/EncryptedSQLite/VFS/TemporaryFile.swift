// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Secrets

/// A file without a name: statement journal, sorter run, VACUUM's copy, temporary tables.
///
/// SQLite spills them to disk whatever `temp_store` says, and reads and writes them at any offset.
///
/// Kept in blocks, whatever the pages of the database, sealed with a key that exists in this object
/// only. The last block touched stays open in memory, so that small writes in sequence seal it
/// once.
final class TemporaryFile: VFSFile {
  private static let blockByteCount = 4096
  private static let sealedByteCount = blockByteCount + PageLayout.reserve

  private let cipher: PageCipher
  private let block = PageBuffer(count: blockByteCount)
  private let sealed = PageBuffer(count: sealedByteCount)
  /// The block in `block`.
  private var current: Int64?
  private var isDirty = false
  /// How many blocks are on disk.
  private var blockCount: Int64 = 0
  private var logicalSize: Int64 = 0

  override init(_ real: RealFile) {
    cipher = SecretBytes.random(count: DatabaseKey.byteCount).withBytes {
      PageCipher(key: $0, salt: [])
    }
    super.init(real)
  }

  override func read(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    let block = block
    var done = 0
    let available = Int(clamping: max(0, min(Int64(buffer.byteCount), logicalSize - offset)))
    while done < available {
      let (index, start) = Self.place(offset + Int64(done))
      let count = min(available - done, Self.blockByteCount - start)
      let status = load(index)
      guard status == SQLITE_OK else { return status }
      buffer.copy(block.bytes.extracting(start..<start + count), to: done)
      done += count
    }
    guard done < buffer.byteCount else { return SQLITE_OK }
    var rest = buffer._mutatingExtracting(done..<buffer.byteCount)
    rest.clear()
    return SQLiteCode.shortRead
  }

  override func write(_ bytes: RawSpan, at offset: Int64) -> CInt {
    var done = 0
    while done < bytes.byteCount {
      let (index, start) = Self.place(offset + Int64(done))
      let count = min(bytes.byteCount - done, Self.blockByteCount - start)
      let status = count == Self.blockByteCount ? replace(index) : load(index)
      guard status == SQLITE_OK else { return status }
      block.withMutableBytes { $0.copy(bytes.extracting(done..<done + count), to: start) }
      isDirty = true
      done += count
    }
    logicalSize = max(logicalSize, offset + Int64(bytes.byteCount))
    return SQLITE_OK
  }

  override func truncate(to size: Int64) -> CInt {
    let (last, used) = Self.place(size)
    if used > 0, size < logicalSize {
      // What is cut off must not come back when the file grows again.
      let status = load(last)
      guard status == SQLITE_OK else { return status }
      block.withMutableBytes {
        var rest = $0._mutatingExtracting(used..<Self.blockByteCount)
        rest.clear()
      }
      isDirty = true
    }
    let kept = used > 0 ? last + 1 : last
    if let current, current >= kept {
      self.current = nil
      isDirty = false
    }
    logicalSize = size
    guard kept < blockCount else { return SQLITE_OK }
    blockCount = kept
    return real.truncate(to: kept * Int64(Self.sealedByteCount))
  }

  /// Nobody reads the file after a crash.
  override func sync(_ flags: CInt) -> CInt { SQLITE_OK }

  override func size(_ size: inout Int64) -> CInt {
    size = logicalSize
    return SQLITE_OK
  }

  @unsafe
  override func control(_ operation: CInt, _ argument: UnsafeMutableRawPointer?) -> CInt {
    switch operation {
    case SQLITE_FCNTL_SIZE_HINT, SQLITE_FCNTL_CHUNK_SIZE, SQLITE_FCNTL_MMAP_SIZE: SQLITE_OK
    default: unsafe real.control(operation, argument)
    }
  }

  // MARK: Blocks

  private static func place(_ offset: Int64) -> (index: Int64, start: Int) {
    (offset / Int64(blockByteCount), Int(offset % Int64(blockByteCount)))
  }

  /// Brings block `index` into `block`.
  private func load(_ index: Int64) -> CInt {
    let sealed = sealed
    if current == index { return SQLITE_OK }
    let status = replace(index)
    guard status == SQLITE_OK else { return status }
    guard index < blockCount else {
      block.withMutableBytes { $0.clear() }
      return SQLITE_OK
    }
    current = nil
    let read = sealed.withMutableBytes {
      real.read(into: &$0, at: index * Int64(Self.sealedByteCount))
    }
    guard read == SQLITE_OK else {
      return read == SQLiteCode.shortRead ? SQLiteCode.dataError : read
    }
    let opened = block.withMutableBytes {
      cipher.open(
        sealed.bytes, number: PageNumber(truncatingIfNeeded: index + 1), domain: .temporary,
        into: &$0)
    }
    guard opened else { return SQLiteCode.dataError }
    current = index
    return SQLITE_OK
  }

  /// Puts the current block away and makes room for all of block `index`.
  private func replace(_ index: Int64) -> CInt {
    if current != index {
      let status = putAway()
      guard status == SQLITE_OK else { return status }
      current = index
    }
    return SQLITE_OK
  }

  private func putAway() -> CInt {
    let block = block
    guard let current, isDirty else { return SQLITE_OK }
    if current > blockCount {
      let zeros = PageBuffer(count: Self.blockByteCount)
      while blockCount < current {
        let status = write(zeros.bytes, toBlock: blockCount)
        guard status == SQLITE_OK else { return status }
      }
    }
    let status = write(block.bytes, toBlock: current)
    if status == SQLITE_OK { isDirty = false }
    return status
  }

  private func write(_ bytes: RawSpan, toBlock index: Int64) -> CInt {
    let sealed = sealed
    sealed.withMutableBytes {
      cipher.seal(
        bytes, number: PageNumber(truncatingIfNeeded: index + 1), domain: .temporary, into: &$0)
    }
    let status = real.write(sealed.bytes, at: index * Int64(Self.sealedByteCount))
    if status == SQLITE_OK { blockCount = max(blockCount, index + 1) }
    return status
  }
}

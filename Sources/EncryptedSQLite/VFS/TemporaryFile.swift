// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Cryptography
internal import Secrets

/// A file without a name: statement journal, sorter run, VACUUM's copy, temporary tables.
///
/// SQLite spills them to disk whatever `temp_store` says, and reads and writes them at any offset.
///
/// Kept in blocks, each sealed with AES-256-GCM under a key that exists in this object only. What
/// is read comes back into the database (a statement that is rolled back, VACUUM), so it must be
/// authentic; but nobody else ever reads the file, so it needs neither the 64-byte key nor a
/// format. Vector and tag of each block stay in memory, 28 bytes for 4096: even an older copy of a
/// block is refused. Blocks that are not moved whole go through one that stays open in memory, so
/// that small writes in sequence seal it once. Reading never writes: on a full disk a statement
/// must still be rolled back.
final class TemporaryFile: VFSFile {
  /// What opens a block on disk.
  private struct Seal {
    var nonce = InlineArray<16, UInt8>(repeating: 0)
    var tag = InlineArray<16, UInt8>(repeating: 0)
  }

  private static let blockByteCount = 4096

  private var cipher: AES256GCM
  private var nonces = PageNonces()
  private let block = PageBuffer(count: blockByteCount)
  private let sealed = PageBuffer(count: blockByteCount)
  /// The block in `block`.
  private var current: Int64?
  private var isDirty = false
  /// The block that was read last in part, as it is on disk, and its number.
  private let lookedAt = PageBuffer(count: blockByteCount)
  private var lookedAtIndex: Int64?
  /// Of the blocks on disk.
  private var seals: [Seal] = []
  private var logicalSize: Int64 = 0

  override init(_ real: RealFile) {
    cipher = SecretBytes.random(count: AES256GCM.keyByteCount).withBytes { AES256GCM(key: $0) }
    super.init(real)
  }

  override func read(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    let (block, lookedAt) = (block, lookedAt)
    var done = 0
    let available = Int(clamping: max(0, min(Int64(buffer.byteCount), logicalSize - offset)))
    while done < available {
      let (index, start) = Self.place(offset + Int64(done))
      let count = min(available - done, Self.blockByteCount - start)
      if index == current {
        buffer.copy(block.bytes.extracting(start..<start + count), to: done)
      } else if count == Self.blockByteCount {
        var part = buffer._mutatingExtracting(done..<done + count)
        let status = open(index, into: &part)
        guard status == SQLITE_OK else { return status }
      } else {
        let status = look(at: index)
        guard status == SQLITE_OK else { return status }
        buffer.copy(lookedAt.bytes.extracting(start..<start + count), to: done)
      }
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
      let part = bytes.extracting(done..<done + count)
      if count == Self.blockByteCount {
        if current == index { forgetCurrent() }
        let status = write(part, toBlock: index)
        guard status == SQLITE_OK else { return status }
      } else {
        let status = load(index)
        guard status == SQLITE_OK else { return status }
        block.withMutableBytes { $0.copy(part, to: start) }
        isDirty = true
      }
      done += count
    }
    logicalSize = max(logicalSize, offset + Int64(bytes.byteCount))
    return SQLITE_OK
  }

  override func truncate(to size: Int64) -> CInt {
    lookedAtIndex = nil
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
    if let current, current >= kept { forgetCurrent() }
    logicalSize = size
    guard kept < seals.count else { return SQLITE_OK }
    seals.removeLast(seals.count - Int(kept))
    return real.truncate(to: kept * Int64(Self.blockByteCount))
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

  private func forgetCurrent() {
    current = nil
    isDirty = false
  }

  /// Brings block `index` into `block`, after putting away what is there.
  private func load(_ index: Int64) -> CInt {
    let block = block
    if current == index { return SQLITE_OK }
    if let current, isDirty {
      let status = write(block.bytes, toBlock: current)
      guard status == SQLITE_OK else { return status }
    }
    forgetCurrent()
    let status = block.withMutableBytes { open(index, into: &$0) }
    if status == SQLITE_OK { current = index }
    return status
  }

  /// Brings block `index` into `lookedAt`; what is in `block` stays there.
  private func look(at index: Int64) -> CInt {
    let lookedAt = lookedAt
    if lookedAtIndex == index { return SQLITE_OK }
    lookedAtIndex = nil
    let status = lookedAt.withMutableBytes { open(index, into: &$0) }
    if status == SQLITE_OK { lookedAtIndex = index }
    return status
  }

  /// Reads block `index` into `buffer`; one that was never written is zero.
  private func open(_ index: Int64, into buffer: inout MutableRawSpan) -> CInt {
    guard index < seals.count else {
      buffer.clear()
      return SQLITE_OK
    }
    let status = real.read(into: &buffer, at: index * Int64(Self.blockByteCount))
    guard status == SQLITE_OK else {
      return status == SQLiteCode.shortRead ? SQLiteCode.dataError : status
    }
    let seal = seals[Int(index)]
    let isAuthentic = unsafe cipher.open(
      &buffer, nonce: seal.nonce.span.bytes.extracting(0..<AES256GCM.nonceByteCount),
      tag: seal.tag.span.bytes)
    return isAuthentic ? SQLITE_OK : SQLiteCode.dataError
  }

  /// Seals `bytes` as block `index`, and blocks of zeros where that leaves a gap.
  private func write(_ bytes: RawSpan, toBlock index: Int64) -> CInt {
    while seals.count < index {
      let zeros = PageBuffer(count: Self.blockByteCount)
      let status = write(zeros.bytes, toBlock: Int64(seals.count))
      guard status == SQLITE_OK else { return status }
    }
    if lookedAtIndex == index { lookedAtIndex = nil }
    let sealed = sealed
    var seal = Seal()
    nonces.next(for: PageNumber(truncatingIfNeeded: index), into: &seal.nonce)
    sealed.withMutableBytes { output in
      var tag = seal.tag.mutableSpan
      var tagBytes = unsafe tag.mutableBytes
      unsafe cipher.seal(
        bytes, nonce: seal.nonce.span.bytes.extracting(0..<AES256GCM.nonceByteCount),
        into: &output, tag: &tagBytes)
    }
    let status = real.write(sealed.bytes, at: index * Int64(Self.blockByteCount))
    guard status == SQLITE_OK else { return status }
    if index < seals.count { seals[Int(index)] = seal } else { seals.append(seal) }
    return SQLITE_OK
  }
}

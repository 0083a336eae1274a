// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A file as SQLite sees it.
///
/// The subclasses say what happens to the bytes; this one passes them through, which is right for a
/// super-journal: it holds only names.
class VFSFile {
  let real: RealFile

  init(_ real: RealFile) { self.real = real }

  func read(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    real.read(into: &buffer, at: offset)
  }

  func write(_ bytes: RawSpan, at offset: Int64) -> CInt { real.write(bytes, at: offset) }

  func truncate(to size: Int64) -> CInt { real.truncate(to: size) }

  func sync(_ flags: CInt) -> CInt { real.sync(flags) }

  func size(_ size: inout Int64) -> CInt { real.size(&size) }

  func lock(_ level: CInt) -> CInt { real.lock(level) }

  func unlock(_ level: CInt) -> CInt { real.unlock(level) }

  /// Whether the connection may use shared memory: not after a fork.
  func mayShareMemory() -> CInt { SQLITE_OK }

  /// Called before the connection takes or gives back any lock in shared memory: until the next
  /// such call, nobody else changes what it reads.
  func willChangeSharedLocks() {}

  /// Called before the connection takes the lock for writing to the log.
  func willLockLogForWriting() {}

  /// Called before the connection gives that lock back.
  func willUnlockLogForWriting() {}

  @unsafe
  func control(_ operation: CInt, _ argument: UnsafeMutableRawPointer?) -> CInt {
    unsafe real.control(operation, argument)
  }

  func close() -> CInt { real.close() }
}

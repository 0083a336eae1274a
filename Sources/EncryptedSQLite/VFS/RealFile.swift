// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A file of SQLite's own Unix layer, under one of ours.
///
/// Every call returns SQLite's code.
@safe
final class RealFile {
  private let parent: UnsafeMutablePointer<sqlite3_vfs>
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let memory: UnsafeMutableRawPointer
  private var isOpen = false

  /// A file, still to be opened, of the layer `parent`.
  init(over parent: UnsafeMutablePointer<sqlite3_vfs>) {
    let size = unsafe parent.pointee.szOsFile
    unsafe self.parent = parent
    unsafe memory = .allocate(byteCount: Int(size), alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Int(size))
    unsafe file = memory.assumingMemoryBound(to: sqlite3_file.self)
  }

  /// A file, still to be opened, of SQLite's own layer.
  convenience init() { unsafe self.init(over: EncryptedVFS.parent) }

  /// Another file, still to be opened, of the same layer.
  func makeSibling() -> RealFile { unsafe RealFile(over: parent) }

  private var methods: sqlite3_io_methods { unsafe file.pointee.pMethods.pointee }

  /// Opens `name`, SQLite's own pointer, which carries more than the characters.
  @unsafe
  func open(_ name: UnsafePointer<CChar>?, flags: CInt, outFlags: inout CInt) -> CInt {
    let status = unsafe parent.pointee.xOpen(parent, name, file, flags, &outFlags)
    isOpen = unsafe file.pointee.pMethods != nil
    return status
  }

  func close() -> CInt {
    guard isOpen else { return SQLITE_OK }
    isOpen = false
    return unsafe methods.xClose(file)
  }

  /// Reads; what lies beyond the end is zero and makes it `SQLITE_IOERR_SHORT_READ`.
  ///
  /// When the file has the bytes and the system does not deliver them, that is an error: taken for
  /// the end, it would make damage of a bad disk, and end a rollback too early.
  func read(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    // Again, since another process may have made the file longer in between.
    for _ in 0..<2 {
      let status = readOnce(into: &buffer, at: offset)
      guard status == SQLiteCode.shortRead else { return status }
      var end: Int64 = 0
      let known = size(&end)
      guard known == SQLITE_OK else { return known }
      if end < offset + Int64(buffer.byteCount) { return status }
    }
    return SQLiteCode.readError
  }

  private func readOnce(into buffer: inout MutableRawSpan, at offset: Int64) -> CInt {
    unsafe buffer.withUnsafeMutableBytes {
      unsafe file.pointee.pMethods.pointee.xRead(file, $0.baseAddress, CInt($0.count), offset)
    }
  }

  func write(_ bytes: RawSpan, at offset: Int64) -> CInt {
    unsafe bytes.withUnsafeBytes {
      unsafe file.pointee.pMethods.pointee.xWrite(file, $0.baseAddress, CInt($0.count), offset)
    }
  }

  /// The system's `errno` of the last call that failed.
  var lastErrorNumber: CInt {
    var number: CInt = 0
    return unsafe control(SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK ? number : 0
  }

  func truncate(to size: Int64) -> CInt { unsafe methods.xTruncate(file, size) }

  func sync(_ flags: CInt) -> CInt { unsafe methods.xSync(file, flags) }

  /// The size in bytes, or the code of the failure.
  func size(_ size: inout Int64) -> CInt { unsafe methods.xFileSize(file, &size) }

  func lock(_ level: CInt) -> CInt { unsafe methods.xLock(file, level) }

  func unlock(_ level: CInt) -> CInt { unsafe methods.xUnlock(file, level) }

  @unsafe
  func checkReservedLock(_ result: UnsafeMutablePointer<CInt>?) -> CInt {
    unsafe methods.xCheckReservedLock(file, result)
  }

  @unsafe
  func control(_ operation: CInt, _ argument: UnsafeMutableRawPointer?) -> CInt {
    unsafe methods.xFileControl(file, operation, argument)
  }

  var sectorSize: CInt { unsafe methods.xSectorSize?(file) ?? 4096 }

  var deviceCharacteristics: CInt { unsafe methods.xDeviceCharacteristics?(file) ?? 0 }

  @unsafe
  func mapSharedMemory(
    _ region: CInt, _ size: CInt, _ extend: CInt,
    _ address: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> CInt {
    unsafe methods.xShmMap(file, region, size, extend, address)
  }

  func lockSharedMemory(_ offset: CInt, _ count: CInt, _ flags: CInt) -> CInt {
    unsafe methods.xShmLock(file, offset, count, flags)
  }

  func sharedMemoryBarrier() { unsafe methods.xShmBarrier(file) }

  func unmapSharedMemory(delete: CInt) -> CInt { unsafe methods.xShmUnmap(file, delete) }

  deinit { unsafe memory.deallocate() }
}

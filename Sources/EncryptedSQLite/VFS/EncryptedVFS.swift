// SPDX-License-Identifier: Apache-2.0

// SQLite never passes nil where these callbacks use `!`.
// swift-format-ignore-file: NeverForceUnwrap

internal import CSQLite
internal import Glibc
internal import Synchronization

/// The layer between SQLite and its own Unix layer, registered once a process; tests put it over
/// layers of their own.
///
/// Everything in this file only turns C into Swift: the work is done by the ``VFSFile`` behind each
/// handle.
///
/// SQLite calls one file's functions from one thread at a time, and never re-enters them ("The
/// sqlite3_file methods … must be threadsafe" concerns different files). No error or trap may cross
/// into C: the functions return codes.
enum EncryptedVFS {
  /// The name of the layer over SQLite's own.
  static let name = layerName(over: unixLayer)
  /// The name of SQLite's own layer.
  static let unixLayer = "unix"

  /// SQLite's own layer.
  nonisolated(unsafe) static let parent: UnsafeMutablePointer<sqlite3_vfs> = {
    guard let parent = unsafe layer(unixLayer) else {
      fatalError("this SQLite has no Unix file layer")
    }
    return unsafe parent
  }()

  /// The layer called `name`, if SQLite has it.
  @unsafe
  static func layer(_ name: String) -> UnsafeMutablePointer<sqlite3_vfs>? {
    unsafe sqlite3_vfs_find(name)
  }

  /// Held while a layer is looked up and made.
  private static let registering = Mutex(())

  private static func layerName(over parent: String) -> String {
    parent == unixLayer ? "strongroom" : "strongroom-\(parent)"
  }

  /// Registers the layer over the one called `parent`, if it is not yet.
  ///
  /// - Returns: its name.
  /// - Throws: ``EncryptedSQLiteError`` with `outOfMemory`, or `unsupported` when SQLite has no
  ///   layer of that name.
  @discardableResult
  static func register(over parent: String = unixLayer) throws(EncryptedSQLiteError) -> String {
    let name = layerName(over: parent)
    let status = registering.withLock { _ in
      if unsafe sqlite3_vfs_find(name) != nil { return SQLITE_OK }
      guard let parent = unsafe layer(parent) else { return SQLITE_NOTFOUND }
      // Everything but opening is the parent's: names, randomness, time, deletion.
      let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
      unsafe vfs.initialize(to: parent.pointee)
      unsafe vfs.pointee.pNext = nil
      unsafe vfs.pointee.szOsFile = CInt(MemoryLayout<FileHandle>.size)
      unsafe vfs.pointee.zName = UnsafePointer(strdup(name))
      unsafe vfs.pointee.pAppData = UnsafeMutableRawPointer(parent)
      unsafe vfs.pointee.xOpen = strongroomOpen
      return unsafe sqlite3_vfs_register(vfs, 0)
    }
    switch status {
    case SQLITE_OK: return name
    case SQLITE_NOTFOUND:
      throw EncryptedSQLiteError(
        .unsupported, reason: "SQLite has no file layer called \(parent); register it first")
    default:
      throw EncryptedSQLiteError(
        .outOfMemory, reason: "SQLite has no memory to register the encrypting file layer")
    }
  }
}

/// What SQLite allocates for an open file.
@unsafe
struct FileHandle {
  var methods: UnsafePointer<sqlite3_io_methods>?
  /// The ``VFSFile``, retained.
  var object: UnsafeMutableRawPointer?
}

/// Version 2 of the interface: version 3 adds memory mapping, by which SQLite would read
/// ciphertext.
private nonisolated(unsafe) let methods: UnsafePointer<sqlite3_io_methods> = {
  let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  unsafe methods.initialize(to: sqlite3_io_methods())
  unsafe methods.pointee.iVersion = 2
  unsafe methods.pointee.xClose = strongroomClose
  unsafe methods.pointee.xRead = strongroomRead
  unsafe methods.pointee.xWrite = strongroomWrite
  unsafe methods.pointee.xTruncate = strongroomTruncate
  unsafe methods.pointee.xSync = strongroomSync
  unsafe methods.pointee.xFileSize = strongroomFileSize
  unsafe methods.pointee.xLock = strongroomLock
  unsafe methods.pointee.xUnlock = strongroomUnlock
  unsafe methods.pointee.xCheckReservedLock = strongroomCheckReservedLock
  unsafe methods.pointee.xFileControl = strongroomFileControl
  unsafe methods.pointee.xSectorSize = strongroomSectorSize
  unsafe methods.pointee.xDeviceCharacteristics = strongroomDeviceCharacteristics
  unsafe methods.pointee.xShmMap = strongroomShmMap
  unsafe methods.pointee.xShmLock = strongroomShmLock
  unsafe methods.pointee.xShmBarrier = strongroomShmBarrier
  unsafe methods.pointee.xShmUnmap = strongroomShmUnmap
  return unsafe UnsafePointer(methods)
}()

typealias FilePointer = UnsafeMutablePointer<sqlite3_file>

private func object(_ file: FilePointer?) -> VFSFile {
  let handle = unsafe UnsafeMutableRawPointer(file!).assumingMemoryBound(to: FileHandle.self)
  return unsafe Unmanaged<VFSFile>.fromOpaque(handle.pointee.object!).takeUnretainedValue()
}

@c func strongroomOpen(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ file: FilePointer?,
  _ flags: CInt, _ outFlags: UnsafeMutablePointer<CInt>?
) -> CInt {
  let handle = unsafe UnsafeMutableRawPointer(file!).assumingMemoryBound(to: FileHandle.self)
  unsafe handle.pointee = FileHandle(methods: nil, object: nil)
  var granted: CInt = 0
  var status = SQLITE_OK
  let parent = unsafe vfs!.pointee.pAppData!.assumingMemoryBound(to: sqlite3_vfs.self)
  guard
    let opened = unsafe FileOpening(parent: parent).open(
      name, flags: flags, granted: &granted, status: &status)
  else { return status }
  unsafe outFlags?.pointee = granted
  unsafe handle.pointee = FileHandle(
    methods: methods, object: Unmanaged.passRetained(opened).toOpaque())
  return SQLITE_OK
}

/// The object of ours behind a file that SQLite hands out, nil for a file of another layer.
func databaseFile(of name: UnsafePointer<CChar>) -> VFSFile? {
  guard let file = unsafe sqlite3_database_file_object(name),
    unsafe file.pointee.pMethods == methods
  else { return nil }
  return unsafe object(file)
}

@c func strongroomClose(_ file: FilePointer?) -> CInt {
  let handle = unsafe UnsafeMutableRawPointer(file!).assumingMemoryBound(to: FileHandle.self)
  let closing = unsafe Unmanaged<VFSFile>.fromOpaque(handle.pointee.object!).takeRetainedValue()
  unsafe handle.pointee = FileHandle(methods: nil, object: nil)
  return closing.close()
}

@c func strongroomRead(
  _ file: FilePointer?, _ buffer: UnsafeMutableRawPointer?, _ count: CInt, _ offset: sqlite3_int64
) -> CInt {
  let buffer = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(count))
  var span = unsafe MutableRawSpan(_unsafeBytes: buffer)
  return unsafe object(file).read(into: &span, at: offset)
}

@c func strongroomWrite(
  _ file: FilePointer?, _ bytes: UnsafeRawPointer?, _ count: CInt, _ offset: sqlite3_int64
) -> CInt {
  let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
  return unsafe object(file).write(RawSpan(_unsafeBytes: buffer), at: offset)
}

@c func strongroomTruncate(_ file: FilePointer?, _ size: sqlite3_int64) -> CInt {
  unsafe object(file).truncate(to: size)
}

@c func strongroomSync(_ file: FilePointer?, _ flags: CInt) -> CInt {
  unsafe object(file).sync(flags)
}

@c func strongroomFileSize(_ file: FilePointer?, _ size: UnsafeMutablePointer<sqlite3_int64>?)
  -> CInt
{
  unsafe object(file).size(&size!.pointee)
}

@c func strongroomLock(_ file: FilePointer?, _ level: CInt) -> CInt {
  unsafe object(file).lock(level)
}

@c func strongroomUnlock(_ file: FilePointer?, _ level: CInt) -> CInt {
  unsafe object(file).unlock(level)
}

@c func strongroomCheckReservedLock(_ file: FilePointer?, _ result: UnsafeMutablePointer<CInt>?)
  -> CInt
{
  unsafe object(file).real.checkReservedLock(result)
}

@c func strongroomFileControl(
  _ file: FilePointer?, _ operation: CInt, _ argument: UnsafeMutableRawPointer?
) -> CInt {
  unsafe object(file).control(operation, argument)
}

@c func strongroomSectorSize(_ file: FilePointer?) -> CInt { unsafe object(file).real.sectorSize }

@c func strongroomDeviceCharacteristics(_ file: FilePointer?) -> CInt {
  // Without the promise that a write spoils nothing around it, SQLite pads and splits frames at
  // sector boundaries. Atomic writes, where the parent knows them, would bypass the journal.
  let kept = SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN | SQLITE_IOCAP_IMMUTABLE
  return unsafe object(file).real.deviceCharacteristics & kept | SQLITE_IOCAP_POWERSAFE_OVERWRITE
}

@c func strongroomShmMap(
  _ file: FilePointer?, _ region: CInt, _ size: CInt, _ extend: CInt,
  _ address: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> CInt {
  let file = unsafe object(file)
  let allowed = file.mayShareMemory()
  return allowed == SQLITE_OK
    ? unsafe file.real.mapSharedMemory(region, size, extend, address) : allowed
}

@c func strongroomShmLock(_ file: FilePointer?, _ offset: CInt, _ count: CInt, _ flags: CInt)
  -> CInt
{
  let file = unsafe object(file)
  let isLocking = flags & SQLITE_SHM_LOCK != 0
  let allowed = isLocking ? file.mayShareMemory() : SQLITE_OK
  file.willChangeSharedLocks()
  // The first lock byte is the one for writing ("WAL_WRITE_LOCK").
  if offset == 0 {
    if isLocking { file.willLockLogForWriting() } else { file.willUnlockLogForWriting() }
  }
  return allowed == SQLITE_OK ? file.real.lockSharedMemory(offset, count, flags) : allowed
}

@c func strongroomShmBarrier(_ file: FilePointer?) {
  unsafe object(file).real.sharedMemoryBarrier()
}

@c func strongroomShmUnmap(_ file: FilePointer?, _ delete: CInt) -> CInt {
  let file = unsafe object(file)
  return file.real.unmapSharedMemory(delete: file.mayShareMemory() == SQLITE_OK ? delete : 0)
}

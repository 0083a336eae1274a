// SPDX-License-Identifier: Apache-2.0

// SQLite never passes nil where these callbacks use `!`.
// swift-format-ignore-file: NeverForceUnwrap

internal import CSQLite
internal import Glibc

/// A layer over SQLite's own Unix layer that fails where a ``FileWatch`` wants it to.
///
/// Everything in this file only turns C into Swift.
package enum FaultyLayer {
  /// The name of the layer, registered when first asked for.
  package static let name: String = {
    let name = "faulty"
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    unsafe vfs.initialize(to: unix.pointee)
    unsafe vfs.pointee.pNext = nil
    unsafe vfs.pointee.szOsFile = CInt(MemoryLayout<Handle>.size)
    unsafe vfs.pointee.zName = UnsafePointer(strdup(name))
    unsafe vfs.pointee.xOpen = faultyOpen
    unsafe vfs.pointee.xDelete = faultyDelete
    unsafe vfs.pointee.xAccess = faultyAccess
    let status = unsafe sqlite3_vfs_register(vfs, 0)
    precondition(status == SQLITE_OK, "SQLite does not take the faulty layer: \(status)")
    return name
  }()

  fileprivate static nonisolated(unsafe) let unix: UnsafeMutablePointer<sqlite3_vfs> = {
    guard let unix = unsafe sqlite3_vfs_find("unix") else {
      fatalError("this SQLite has no Unix file layer")
    }
    return unsafe unix
  }()

  fileprivate static func lastPart(_ path: UnsafePointer<CChar>?) -> String? {
    guard let path = unsafe path else { return nil }
    return unsafe String(cString: path).split(separator: "/").last.map(String.init)
  }
}

/// What SQLite allocates for an open file.
@unsafe
private struct Handle {
  var methods: UnsafePointer<sqlite3_io_methods>?
  /// The ``FaultyFile``, retained.
  var object: UnsafeMutableRawPointer?
}

private nonisolated(unsafe) let methods: UnsafePointer<sqlite3_io_methods> = {
  let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  unsafe methods.initialize(to: sqlite3_io_methods())
  unsafe methods.pointee.iVersion = 2
  unsafe methods.pointee.xClose = faultyClose
  unsafe methods.pointee.xRead = { unsafe object($0).read($1, $2, $3) }
  unsafe methods.pointee.xWrite = { unsafe object($0).write($1, $2, $3) }
  unsafe methods.pointee.xTruncate = { unsafe object($0).truncate(to: $1) }
  unsafe methods.pointee.xSync = { unsafe object($0).sync($1) }
  unsafe methods.pointee.xFileSize = { file, size in
    let file = unsafe object(file)
    return unsafe file.fault(in: .size)?.status ?? file.methods.xFileSize(file.file, size)
  }
  unsafe methods.pointee.xLock = { file, level in
    let file = unsafe object(file)
    return unsafe file.fault(in: .lock)?.status ?? file.methods.xLock(file.file, level)
  }
  unsafe methods.pointee.xUnlock = { file, level in
    let file = unsafe object(file)
    return unsafe file.methods.xUnlock(file.file, level)
  }
  unsafe methods.pointee.xCheckReservedLock = { file, result in
    let file = unsafe object(file)
    return unsafe file.methods.xCheckReservedLock(file.file, result)
  }
  unsafe methods.pointee.xFileControl = { unsafe object($0).control($1, $2) }
  unsafe methods.pointee.xSectorSize = { file in
    let file = unsafe object(file)
    return unsafe file.methods.xSectorSize(file.file)
  }
  unsafe methods.pointee.xDeviceCharacteristics = { file in
    let file = unsafe object(file)
    return unsafe file.methods.xDeviceCharacteristics(file.file)
  }
  unsafe methods.pointee.xShmMap = { file, region, size, extend, address in
    let file = unsafe object(file)
    return unsafe file.fault(in: .map)?.status
      ?? file.methods.xShmMap(file.file, region, size, extend, address)
  }
  unsafe methods.pointee.xShmLock = { file, offset, count, flags in
    let file = unsafe object(file)
    return unsafe file.methods.xShmLock(file.file, offset, count, flags)
  }
  unsafe methods.pointee.xShmBarrier = { file in
    let file = unsafe object(file)
    unsafe file.methods.xShmBarrier(file.file)
  }
  unsafe methods.pointee.xShmUnmap = { file, delete in
    let file = unsafe object(file)
    return unsafe file.methods.xShmUnmap(file.file, delete)
  }
  return unsafe UnsafePointer(methods)
}()

private func object(_ file: UnsafeMutablePointer<sqlite3_file>?) -> FaultyFile {
  let handle = unsafe UnsafeMutableRawPointer(file!).assumingMemoryBound(to: Handle.self)
  return unsafe Unmanaged<FaultyFile>.fromOpaque(handle.pointee.object!).takeUnretainedValue()
}

private func faultyOpen(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?,
  _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: CInt,
  _ granted: UnsafeMutablePointer<CInt>?
) -> CInt {
  let handle = unsafe UnsafeMutableRawPointer(file!).assumingMemoryBound(to: Handle.self)
  unsafe handle.pointee = Handle(methods: nil, object: nil)
  let opened = unsafe FaultyFile(name: FaultyLayer.lastPart(name), layer: FaultyLayer.unix)
  if let fault = opened.fault(in: .open) { return fault.status }
  let status = unsafe FaultyLayer.unix.pointee.xOpen(
    FaultyLayer.unix, name, opened.file, flags, granted)
  guard status == SQLITE_OK else { return status }
  if let name = opened.name, flags & SQLITE_OPEN_CREATE != 0 { opened.watch?.did(.create(name)) }
  unsafe handle.pointee = Handle(
    methods: methods, object: Unmanaged.passRetained(opened).toOpaque())
  return SQLITE_OK
}

private func faultyClose(_ file: UnsafeMutablePointer<sqlite3_file>?) -> CInt {
  let handle = unsafe UnsafeMutableRawPointer(file!).assumingMemoryBound(to: Handle.self)
  let closing = unsafe Unmanaged<FaultyFile>.fromOpaque(handle.pointee.object!).takeRetainedValue()
  unsafe handle.pointee = Handle(methods: nil, object: nil)
  return unsafe closing.methods.xClose(closing.file)
}

private func faultyDelete(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ syncs: CInt
) -> CInt {
  let watch = FileWatch.current
  if let fault = watch?.fault(in: .delete) {
    errno = fault.errorNumber
    return fault.status
  }
  let status = unsafe FaultyLayer.unix.pointee.xDelete(FaultyLayer.unix, name, syncs)
  if status == SQLITE_OK, let name = unsafe FaultyLayer.lastPart(name) {
    watch?.did(.delete(name, isSynced: syncs != 0))
  }
  return status
}

private func faultyAccess(
  _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ flags: CInt,
  _ result: UnsafeMutablePointer<CInt>?
) -> CInt {
  if let fault = FileWatch.current?.fault(in: .access) {
    errno = fault.errorNumber
    return fault.status
  }
  return unsafe FaultyLayer.unix.pointee.xAccess(FaultyLayer.unix, name, flags, result)
}

// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc

/// An open file: one of SQLite's Unix layer, and the watch over it.
@safe
final class FaultyFile {
  let watch: FileWatch?
  /// The last part of the path; nil for a file without a name.
  let name: String?
  let file: UnsafeMutablePointer<sqlite3_file>
  /// The number of the last fault, for the one who asks.
  private var errorNumber: CInt = 0

  init(name: String?, layer: UnsafeMutablePointer<sqlite3_vfs>) {
    watch = FileWatch.current
    self.name = name
    let size = unsafe Int(layer.pointee.szOsFile)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    unsafe file = memory.assumingMemoryBound(to: sqlite3_file.self)
  }

  var methods: sqlite3_io_methods { unsafe file.pointee.pMethods.pointee }

  /// The code of the fault in this call, where there is to be one.
  func fault(in call: FileCall) -> Fault? {
    guard let fault = watch?.fault(in: call) else { return nil }
    errorNumber = fault.errorNumber
    errno = fault.errorNumber
    return fault
  }

  @unsafe
  func read(_ buffer: UnsafeMutableRawPointer?, _ count: CInt, _ offset: Int64) -> CInt {
    let fault = fault(in: .read)
    guard let fault else { return unsafe methods.xRead(file, buffer, count, offset) }
    if fault == .shortRead {
      let status = unsafe methods.xRead(file, buffer, count, offset)
      guard status == SQLITE_OK else { return status }
      let half = Int(count / 2)
      unsafe memset(buffer! + half, 0, Int(count) - half)
    }
    return fault.status
  }

  @unsafe
  func write(_ bytes: UnsafeRawPointer?, _ count: CInt, _ offset: Int64) -> CInt {
    let fault = fault(in: .write)
    let length = fault == nil ? count : fault == .writeError ? 0 : count / 2
    if length > 0 {
      let status = unsafe methods.xWrite(file, bytes, length, offset)
      guard status == SQLITE_OK else { return status }
      if let name {
        unsafe watch?.did(
          .write(name, Array(UnsafeRawBufferPointer(start: bytes, count: Int(length))), offset))
      }
    }
    return fault?.status ?? SQLITE_OK
  }

  func truncate(to size: Int64) -> CInt {
    if let fault = fault(in: .truncate) { return fault.status }
    let status = unsafe methods.xTruncate(file, size)
    if status == SQLITE_OK, let name { watch?.did(.truncate(name, size)) }
    return status
  }

  func sync(_ flags: CInt) -> CInt {
    if let fault = fault(in: .sync) { return fault.status }
    let status = unsafe methods.xSync(file, flags)
    if status == SQLITE_OK, let name { watch?.did(.sync(name)) }
    return status
  }

  @unsafe
  func control(_ operation: CInt, _ argument: UnsafeMutableRawPointer?) -> CInt {
    if operation == SQLITE_FCNTL_LAST_ERRNO, errorNumber != 0 {
      unsafe argument?.storeBytes(of: errorNumber, as: CInt.self)
      return SQLITE_OK
    }
    return unsafe methods.xFileControl(file, operation, argument)
  }

  deinit { unsafe UnsafeMutableRawPointer(file).deallocate() }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc

/// Decides what kind of file SQLite is opening, and makes the object for it.
@safe
struct FileOpening {
  /// The layer that does the reading and writing.
  let parent: UnsafeMutablePointer<sqlite3_vfs>

  /// Opens `name`, or a file without a name.
  ///
  /// - Returns: nil with a code in `status`; nothing is left open then.
  @unsafe
  func open(
    _ name: UnsafePointer<CChar>?, flags: CInt, granted: inout CInt, status: inout CInt
  ) -> VFSFile? {
    guard let name = unsafe name else { return unsafe openTemporary(nil, flags, &granted, &status) }
    if flags & SQLITE_OPEN_MAIN_DB != 0 { return unsafe openMain(name, flags, &granted, &status) }
    if flags & SQLITE_OPEN_WAL != 0 {
      return unsafe openBeside(name, flags, &granted, &status) { LogFile($0, path: $1, main: $2) }
    }
    if flags & SQLITE_OPEN_MAIN_JOURNAL != 0 {
      return unsafe openBeside(name, flags, &granted, &status) {
        JournalFile($0, path: $1, main: $2)
      }
    }
    if flags & SQLITE_OPEN_SUPER_JOURNAL != 0 {
      let real = unsafe RealFile(over: parent)
      status = unsafe real.open(name, flags: flags, outFlags: &granted)
      return status == SQLITE_OK ? VFSFile(real) : nil
    }
    return unsafe openTemporary(name, flags, &granted, &status)
  }

  private func openMain(
    _ name: UnsafePointer<CChar>, _ flags: CInt, _ granted: inout CInt, _ status: inout CInt
  ) -> VFSFile? {
    let path = unsafe String(cString: name)
    guard let request = OpenRequest.take() else {
      MissingKey.note(path)
      status = SQLITE_CANTOPEN
      return nil
    }
    let real = unsafe RealFile(over: parent)
    status = unsafe real.open(name, flags: flags, outFlags: &granted)
    guard status == SQLITE_OK else {
      let number = errno
      if let error = EncryptedSQLiteError.opening(path, errno: number) {
        status = request.failures.note(error, returning: status)
      }
      return nil
    }
    // Its layer passes everything on, as for its log and journal.
    if request.isUnprotected { return VFSFile(real) }
    let main = MainFile(real, path: path, request: request)
    if request.mustWrite, granted & SQLITE_OPEN_READONLY != 0 {
      // SQLite would go on reading only, and fail at the first write.
      status = main.fail(
        .permissionDenied,
        "\(path) may not be written; open it with read-only access or change its permissions",
        code: SQLITE_CANTOPEN)
    } else if !request.mayCreate {
      var size: Int64 = 0
      status = real.size(&size)
      if status == SQLITE_OK, size == 0 {
        status = main.fail(
          .truncated, "\(path) is empty; there is no database in it",
          code: SQLITE_CANTOPEN)
      }
    }
    if status == SQLITE_OK { return main }
    _ = real.close()
    return nil
  }

  /// A file that belongs to a database, whose keys it uses.
  private func openBeside(
    _ name: UnsafePointer<CChar>, _ flags: CInt, _ granted: inout CInt, _ status: inout CInt,
    _ make: (RealFile, String, MainFile) -> VFSFile
  ) -> VFSFile? {
    guard let database = unsafe databaseFile(of: name) else {
      status = SQLITE_CANTOPEN
      return nil
    }
    let real = unsafe RealFile(over: parent)
    status = unsafe real.open(name, flags: flags, outFlags: &granted)
    let number = errno
    let path = unsafe String(cString: name)
    let main = database as? MainFile
    guard status == SQLITE_OK else {
      // SQLite gives it the permissions of the database, and fails where that is gone.
      if let moved = main?.refuseIfReplaced(), moved != SQLITE_OK {
        status = moved
      } else if let main, number != ENOENT,
        let error = EncryptedSQLiteError.opening(path, errno: number)
      {
        // SQLite itself asks for the number later, when other calls may have changed it. A file
        // that has just gone is none of its errors.
        status = main.failures.note(error, returning: status)
      }
      return nil
    }
    guard let main else { return VFSFile(real) }
    return make(real, path, main)
  }

  private func openTemporary(
    _ name: UnsafePointer<CChar>?, _ flags: CInt, _ granted: inout CInt, _ status: inout CInt
  ) -> VFSFile? {
    let real = unsafe RealFile(over: parent)
    status = unsafe real.open(name, flags: flags, outFlags: &granted)
    return status == SQLITE_OK ? TemporaryFile(real) : nil
  }
}

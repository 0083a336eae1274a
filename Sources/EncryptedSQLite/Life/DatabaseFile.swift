// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc

/// A file of a database, read past SQLite.
///
/// It is opened through SQLite's own Unix layer and not by open(2): when a process closes any
/// descriptor of a file, the system drops all locks that the process holds on it, those of its
/// connections included. SQLite's layer knows, and closes later.
@safe
final class DatabaseFile {
  let path: String
  let real: RealFile
  private let name: sqlite3_filename

  /// Opens the file at `path`, which must exist.
  ///
  /// - Parameter other: a file whose layer is to read and write this one, too.
  /// - Throws: ``EncryptedSQLiteError`` with `notFound`, `permissionDenied`, `notADatabase` for
  ///   anything but a file, or `inputOutput`.
  init(
    _ path: String, forWriting: Bool = false, likeThat other: RealFile? = nil
  ) throws(EncryptedSQLiteError) {
    self.path = path
    real = other?.makeSibling() ?? RealFile()
    try Self.expectFile(path)
    let full = Self.absolute(path)
    guard let name = unsafe sqlite3_create_filename(full, "", "", 0, nil) else {
      throw EncryptedSQLiteError(.outOfMemory, reason: "no memory to open \(path)", file: path)
    }
    unsafe self.name = name
    let flags =
      SQLITE_OPEN_MAIN_DB | (forWriting ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY)
    var granted: CInt = 0
    let status = unsafe real.open(name, flags: flags, outFlags: &granted)
    let number = errno
    guard status == SQLITE_OK else {
      throw EncryptedSQLiteError.opening(path, errno: number)
        ?? .reading(path, "it cannot be opened")
    }
    guard !forWriting || granted & SQLITE_OPEN_READONLY == 0 else {
      throw EncryptedSQLiteError(
        .permissionDenied, reason: "\(path) may not be written; check its permissions", file: path)
    }
  }

  /// The size now.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `inputOutput`.
  var byteCount: Int64 {
    get throws(EncryptedSQLiteError) {
      var size: Int64 = 0
      guard real.size(&size) == SQLITE_OK else { throw .reading(path, "its size is unknown") }
      // SQLite's layer says 0 of a file of one byte, which it may have written there itself.
      var status = stat()
      if size == 0, unsafe stat(path, &status) == 0, status.st_size == 1 { return 1 }
      return size
    }
  }

  /// Fills `buffer` from `offset` on; zeros stand for what lies beyond the end.
  ///
  /// - Returns: whether all of it was there.
  /// - Throws: ``EncryptedSQLiteError`` with `inputOutput`.
  func read(into buffer: PageBuffer, count: Int? = nil, at offset: Int64)
    throws(EncryptedSQLiteError) -> Bool
  {
    let count = count ?? buffer.count
    let status = buffer.withMutableBytes { bytes in
      var wanted = bytes._mutatingExtracting(0..<count)
      return real.read(into: &wanted, at: offset)
    }
    guard status == SQLITE_OK || status == SQLiteCode.shortRead else {
      throw .reading(path, "the system reports an error at byte \(offset)", at: offset)
    }
    return status == SQLITE_OK
  }

  /// Whether another file has been put in the place of this one.
  var hasMoved: Bool {
    var moved: CInt = 0
    return unsafe real.control(SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
  }

  private static func expectFile(_ path: String) throws(EncryptedSQLiteError) {
    var status = stat()
    guard !path.isEmpty, unsafe stat(path, &status) == 0 else {
      let number = path.isEmpty ? ENOENT : errno
      throw EncryptedSQLiteError.opening(path, errno: number) ?? .reading(path, "errno \(number)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw EncryptedSQLiteError.opening(path, errno: EISDIR) ?? .reading(path, "")
    default:
      throw EncryptedSQLiteError(
        .notADatabase, reason: "\(path) is no regular file; name a database", file: path)
    }
  }

  /// SQLite compares names to tell whether a file was moved; a relative one would depend on the
  /// folder of the process.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }

  deinit {
    _ = real.close()
    unsafe sqlite3_free_filename(name)
  }
}

extension EncryptedSQLiteError {
  /// The error for a file that the system does not read.
  static func reading(_ path: String, _ problem: String, at offset: Int64? = nil)
    -> EncryptedSQLiteError
  {
    EncryptedSQLiteError(
      .inputOutput, reason: "\(path) cannot be read: \(problem); check the disk", file: path,
      offset: offset)
  }
}

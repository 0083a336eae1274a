// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc
internal import Secrets

/// Keeps a damaged log or journal under another name before SQLite drops it.
///
/// Reads and writes through the layer of the original. A copy that is not whole and on the disk is
/// an error, upon which SQLite drops nothing.
enum DamagedCopy {
  /// Copies all of `file` to `<path>.damaged-<n>`, and makes sure that it survives a loss of power.
  ///
  /// A copy that is there already, from an earlier try to open, is not made twice.
  ///
  /// - Returns: the path of the copy.
  /// - Throws: ``EncryptedSQLiteError`` with `diskFull` or `inputOutput`; what has been written of
  ///   the copy is gone then.
  static func make(of file: RealFile, path: String) throws(EncryptedSQLiteError) -> String {
    var size: Int64 = 0
    guard file.size(&size) == SQLITE_OK else { throw unread(path) }
    for number in 1... {
      let copy = "\(path).damaged-\(number)"
      if try create(copy, of: path) {
        do throws(EncryptedSQLiteError) {
          try fill(copy, with: file, size, path)
          return copy
        } catch {
          unsafe unlink(copy)
          throw error
        }
      } else if try isKept(copy, file, size, path) {
        return copy
      }
    }
    throw unkept(path, ENOSPC, "there is no name left")
  }

  private static let chunk = 1 << 16

  /// Makes an empty file, for its user alone.
  ///
  /// - Returns: false where there is one of that name.
  private static func create(_ copy: String, of path: String) throws(EncryptedSQLiteError) -> Bool {
    let descriptor = unsafe open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
      return true
    }
    let number = errno
    guard number == EEXIST else {
      throw unkept(path, number, unsafe "\(copy): " + String(cString: strerror(number)))
    }
    return false
  }

  private static func fill(
    _ copy: String, with file: RealFile, _ size: Int64, _ path: String
  ) throws(EncryptedSQLiteError) {
    do throws(EncryptedSQLiteError) {
      let target = try DatabaseFile(copy, forWriting: true, likeThat: file)
      let buffer = PageBuffer(count: chunk)
      for offset in stride(from: 0, to: size, by: chunk) {
        let count = Int(min(Int64(chunk), size - offset))
        try read(file, into: buffer, count, at: offset, path)
        let status = target.real.write(buffer.bytes.extracting(0..<count), at: offset)
        try check(status, target.real, copy)
      }
      try check(target.real.sync(SQLITE_SYNC_NORMAL), target.real, copy)
      try Folder.sync(of: copy)
    } catch {
      throw unkept(path, error.code == .diskFull ? ENOSPC : EIO, error.reason)
    }
  }

  /// Whether the file at `copy` holds the same bytes as `file`; then it is on the disk afterwards.
  private static func isKept(
    _ copy: String, _ file: RealFile, _ size: Int64, _ path: String
  ) throws(EncryptedSQLiteError) -> Bool {
    // What cannot be read is another file, and the copy gets another name.
    guard let found = try? DatabaseFile(copy, likeThat: file), (try? found.byteCount) == size else {
      return false
    }
    let (original, held) = (PageBuffer(count: chunk), PageBuffer(count: chunk))
    for offset in stride(from: 0, to: size, by: chunk) {
      let count = Int(min(Int64(chunk), size - offset))
      try read(file, into: original, count, at: offset, path)
      guard (try? found.read(into: held, count: count, at: offset)) == true,
        original.bytes.extracting(0..<count).array == held.bytes.extracting(0..<count).array
      else { return false }
    }
    guard found.real.sync(SQLITE_SYNC_NORMAL) == SQLITE_OK else { return false }
    try Folder.sync(of: copy)
    return true
  }

  private static func read(
    _ file: RealFile, into buffer: PageBuffer, _ count: Int, at offset: Int64, _ path: String
  ) throws(EncryptedSQLiteError) {
    let status = buffer.withMutableBytes { bytes in
      var wanted = bytes._mutatingExtracting(0..<count)
      return file.read(into: &wanted, at: offset)
    }
    guard status == SQLITE_OK else { throw unread(path) }
  }

  private static func check(
    _ status: CInt, _ target: RealFile, _ copy: String
  ) throws(EncryptedSQLiteError) {
    guard status != SQLITE_OK else { return }
    let number = status == SQLITE_FULL ? ENOSPC : target.lastErrorNumber
    throw .writing(copy, errno: number == 0 ? EIO : number)
  }

  private static func unread(_ path: String) -> EncryptedSQLiteError {
    unkept(path, EIO, "\(path) cannot be read in full")
  }

  private static func unkept(
    _ path: String, _ number: CInt, _ problem: String
  ) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      number == ENOSPC || number == EDQUOT || number == EFBIG ? .diskFull : .inputOutput,
      reason: "\(path) is damaged, and must be kept before recovery drops it, but no copy can be "
        + "made: \(problem); it stays as it is, open the database again when that is put right",
      file: path)
  }
}

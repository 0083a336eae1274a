// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A file that is written beside its place and gets its name when it is whole.
///
/// Whatever ends the writing, its target is either what it was or all that it shall be. A kill
/// leaves at most `<target>.unfinished` behind; the next writer of the same target, which finds
/// that nobody holds it, removes it.
@safe
final class StagedFile {
  /// Where it is written.
  let path: String
  private let target: String
  private let replacing: Bool
  private var descriptor: CInt
  /// Whose permissions it gets in the end.
  private var model: stat?
  static let sideFiles = ["", "-journal", "-wal", "-shm"]

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - replacing: whether a target that exists may go.
  ///   - model: a file whose permissions and owner the new one takes over; nil is for its user
  ///     alone.
  ///   - byteCount: how large it will be, about.
  /// - Throws: ``EncryptedSQLiteError`` with `targetExists`, `diskFull` when there is less free
  ///   space, `busy` when another process is writing the same file, `permissionDenied`, `notFound`.
  init(
    for target: String, replacing: Bool, like model: String?, expecting byteCount: Int64
  ) throws(EncryptedSQLiteError) {
    self.target = target
    self.replacing = replacing
    path = target + ".unfinished"
    let exists = unsafe access(target, F_OK) == 0
    guard replacing || !exists else { throw Self.exists(target) }
    try FreeSpace.expect(byteCount, for: target)
    descriptor = try Self.create(path, target)
    var status = stat()
    if let model, unsafe stat(model, &status) == 0 { self.model = status }
    UnfinishedFiles.add(path)
  }

  private static func create(_ path: String, _ target: String) throws(EncryptedSQLiteError) -> CInt
  {
    for _ in 0..<16 {
      let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return descriptor
      }
      guard errno == EEXIST else {
        let number = errno
        throw EncryptedSQLiteError.opening(target, errno: number)
          ?? .writing(target, errno: number)
      }
      try removeAbandoned(path, target)
    }
    throw busy(target)
  }

  /// Removes what a killed process has left; not what a living one is writing.
  private static func removeAbandoned(
    _ path: String, _ target: String
  ) throws(EncryptedSQLiteError) {
    let old = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard old >= 0 else {
      if errno == ENOENT { return }
      throw EncryptedSQLiteError.opening(path, errno: errno) ?? .writing(path, errno: errno)
    }
    defer { close(old) }
    guard flock(old, LOCK_EX | LOCK_NB) == 0 else { throw busy(target) }
    for suffix in sideFiles { unsafe unlink(path + suffix) }
  }

  /// Writes `bytes` at `offset`.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `diskFull` or `inputOutput`.
  func write(_ bytes: RawSpan, at offset: Int64) throws(EncryptedSQLiteError) {
    var done = 0
    while done < bytes.byteCount {
      let count = unsafe bytes.extracting(done..<bytes.byteCount).withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + Int64(done)))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .writing(target, errno: errno) }
      done += count
    }
  }

  /// The size so far.
  var byteCount: Int64 {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Gives the file its name, once it is safe on the disk; nothing else may have it open.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `targetExists` when another process was faster,
  ///   `diskFull` or `inputOutput`; the target is as it was then.
  func finish() throws(EncryptedSQLiteError) {
    if let model {
      // Not before: a source that nobody may write would make a file that SQLite cannot fill. Only
      // root may give a file away, and nobody else needs to.
      _ = fchown(descriptor, model.st_uid, model.st_gid)
      _ = fchmod(descriptor, model.st_mode & 0o777)
    }
    guard fsync(descriptor) == 0 else { throw .writing(target, errno: errno) }
    // Before it can be opened under its name: closing takes the locks of this process's
    // connections away.
    closeDescriptor()
    if replacing {
      guard unsafe rename(path, target) == 0 else { throw .writing(target, errno: errno) }
    } else if unsafe link(path, target) == 0 {
      unsafe unlink(path)
    } else if errno == EEXIST {
      throw Self.exists(target)
    } else {
      // A file system without links: what appears in this very moment would be replaced.
      guard unsafe rename(path, target) == 0 else { throw .writing(target, errno: errno) }
    }
    UnfinishedFiles.remove(path)
    try Folder.sync(of: target)
  }

  private func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private static func exists(_ target: String) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      .targetExists, reason: "\(target) exists already; name another file", file: target)
  }

  private static func busy(_ target: String) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      .busy, reason: "another process is writing \(target) at this moment; try again later",
      file: target)
  }

  deinit {
    UnfinishedFiles.remove(path)
    guard descriptor >= 0 else { return }
    for suffix in Self.sideFiles { unsafe unlink(path + suffix) }
    closeDescriptor()
  }
}

extension EncryptedSQLiteError {
  /// The error for a file that the system does not write.
  static func writing(_ path: String, errno number: CInt) -> EncryptedSQLiteError {
    if [ENOSPC, EDQUOT, EFBIG].contains(number) { return .fullDisk(path) }
    let words = unsafe String(cString: strerror(number))
    return EncryptedSQLiteError(
      .inputOutput, reason: "\(path) cannot be written: \(words); check the disk", file: path)
  }
}

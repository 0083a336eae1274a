// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import CSQLite
internal import Glibc

/// Keeps a damaged log or journal under another name before SQLite drops it.
enum DamagedCopy {
  /// Copies all of `file` to `<path>.damaged-<n>` and syncs it.
  ///
  /// A copy that is there already, from an earlier try to open, is not made twice.
  ///
  /// - Returns: the path of the copy.
  /// - Throws: ``EncryptedSQLiteError`` when the copy cannot be written.
  static func make(of file: RealFile, path: String) throws(EncryptedSQLiteError) -> String {
    var size: Int64 = 0
    guard file.size(&size) == SQLITE_OK else { throw failure(path, EIO) }
    for number in 1... {
      let copy = "\(path).damaged-\(number)"
      let target = unsafe open(copy, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if target < 0, errno == EEXIST {
        if holds(copy, file, size) { return copy }
        continue
      }
      guard target >= 0 else { throw failure(copy, errno) }
      defer { close(target) }
      if let problem = write(file, size, to: target) {
        unsafe unlink(copy)
        throw failure(copy, problem)
      }
      return copy
    }
    throw failure(path, ENOSPC)
  }

  private static let chunk = 1 << 16

  private static func write(_ file: RealFile, _ size: Int64, to target: CInt) -> CInt? {
    var problem: CInt?
    forEachChunk(of: file, size) { bytes in
      var done = 0
      while done < bytes.byteCount {
        let count = unsafe bytes.extracting(done..<bytes.byteCount).withUnsafeBytes {
          unsafe Glibc.write(target, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          problem = errno
          return false
        }
        done += count
      }
      return true
    }
    if problem == nil, fsync(target) != 0 { problem = errno }
    return problem
  }

  /// Whether the file at `path` holds the same bytes as `file`.
  private static func holds(_ path: String, _ file: RealFile, _ size: Int64) -> Bool {
    let copy = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard copy >= 0 else { return false }
    defer { close(copy) }
    var status = stat()
    guard unsafe fstat(copy, &status) == 0, Int64(status.st_size) == size else { return false }
    let buffer = PageBuffer(count: chunk)
    var isSame = true
    forEachChunk(of: file, size) { bytes in
      isSame =
        buffer.withMutableBytes { buffer in
          unsafe buffer.withUnsafeMutableBytes {
            unsafe read(copy, $0.baseAddress, bytes.byteCount)
          }
        } == bytes.byteCount
      if isSame {
        isSame = unsafe bytes.withUnsafeBytes { a in
          unsafe buffer.bytes.withUnsafeBytes { b in
            unsafe memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0
          }
        }
      }
      return isSame
    }
    return isSame
  }

  /// Reads the file piece by piece for as long as `body` wants more.
  private static func forEachChunk(of file: RealFile, _ size: Int64, _ body: (RawSpan) -> Bool) {
    let buffer = PageBuffer(count: chunk)
    for offset in stride(from: 0, to: size, by: chunk) {
      let count = Int(min(Int64(chunk), size - offset))
      _ = buffer.withMutableBytes { file.read(into: &$0, at: offset) }
      guard body(buffer.bytes.extracting(0..<count)) else { return }
    }
  }

  private static func failure(_ path: String, _ number: CInt) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      number == ENOSPC || number == EDQUOT || number == EFBIG ? .diskFull : .inputOutput,
      reason:
        "a damaged log cannot be kept as \(path) (errno \(number)), so recovery would lose it; make room and open "
        + "the database again",
      file: path)
  }
}

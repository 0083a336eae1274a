// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension MainFile {
  /// What SQLite tells or asks the file beside reading and writing.
  @unsafe
  func controlMain(_ operation: CInt, _ argument: UnsafeMutableRawPointer?) -> CInt {
    switch operation {
    case SQLITE_FCNTL_CKPT_START:
      checkpoint(isStarting: true)
    case SQLITE_FCNTL_CKPT_DONE:
      checkpoint(isStarting: false)
    case SQLITE_FCNTL_HAS_MOVED:
      return unsafe answerWhetherMoved(argument)
    case SQLITE_FCNTL_SIZE_HINT, SQLITE_FCNTL_CHUNK_SIZE:
      // Room made in advance is zeros, and a page of zeros is damage.
      return SQLITE_OK
    case SQLITE_FCNTL_MMAP_SIZE:
      // By a mapping SQLite would read ciphertext.
      if let size = unsafe argument?.assumingMemoryBound(to: sqlite3_int64.self) {
        unsafe size.pointee = 0
      }
      return SQLITE_OK
    case SQLITE_FCNTL_PRAGMA:
      if let refusal = unsafe refusal(of: argument) { return refusal }
    default:
      break
    }
    return unsafe real.control(operation, argument)
  }

  /// Refuses `PRAGMA page_size = n` for another size: it would take effect in VACUUM and fail there
  /// without words.
  ///
  /// The size is chosen before SQLite sees the file.
  private func refusal(of argument: UnsafeMutableRawPointer?) -> CInt? {
    guard let words = unsafe argument?.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self),
      let name = unsafe words[1], let value = unsafe words[2],
      unsafe String(cString: name).lowercased() == "page_size",
      unsafe String(cString: value) != String(layout.byteCount)
    else { return nil }
    let reason =
      "the pages of \(path) have \(layout.byteCount) bytes for good; choose another size in the options of a "
      + "new database"
    unsafe words[0] = strongroom_sqlite_copy(reason)
    return fail(.unsupported, reason, code: SQLITE_ERROR)
  }
}

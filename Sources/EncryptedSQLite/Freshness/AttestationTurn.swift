// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Lets one process at a time attest a database: counting on and taking the digest are two
/// transactions, and nobody else may count in between.
///
/// Held by a lock on `<database>.attesting`, which is gone afterwards. SQLite's own locks do not
/// span two transactions without keeping readers out. What a killed process leaves is no hindrance:
/// its lock went with it.
final class AttestationTurn {
  /// How long to wait, and between two looks, in microseconds.
  private static let patience = 5_000_000
  private static let pause = 2000

  private let path: String
  private var descriptor: CInt

  /// Waits for the turn.
  ///
  /// - Throws: ``EncryptedSQLiteError`` with `busy`, or why the file beside the database cannot be
  ///   made.
  init(_ database: String) throws(EncryptedSQLiteError) {
    path = database + ".attesting"
    for _ in 0..<Self.patience / Self.pause {
      if let descriptor = try Self.lock(path) {
        self.descriptor = descriptor
        return
      }
      usleep(UInt32(Self.pause))
    }
    throw EncryptedSQLiteError(
      .busy,
      reason: "\(database) cannot be attested: other processes attest it all the time; try again",
      file: database)
  }

  /// Locks the file at `path`, which is made where there is none.
  ///
  /// - Returns: nil when another process has it, or has removed it in this moment.
  private static func lock(_ path: String) throws(EncryptedSQLiteError) -> CInt? {
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      let number = errno
      throw EncryptedSQLiteError.opening(path, errno: number) ?? .writing(path, errno: number)
    }
    var status = stat()
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe fstat(descriptor, &status) == 0,
      FileIdentity(status) == FileIdentity(at: path)
    {
      return descriptor
    }
    close(descriptor)
    return nil
  }

  /// Lets the next one in.
  func end() {
    guard descriptor >= 0 else { return }
    unsafe unlink(path)
    close(descriptor)
    descriptor = -1
  }

  deinit { end() }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SQLite

extension EncryptedSQLiteError {
  /// The error for a file that the system does not open, nil when its `errno` says nothing.
  static func opening(_ path: String, errno number: CInt) -> EncryptedSQLiteError? {
    switch number {
    case ENOENT, ENOTDIR:
      EncryptedSQLiteError(
        .notFound, reason: "there is no file, or no folder for it, at \(path); check the path",
        file: path)
    case EACCES, EPERM, EROFS:
      EncryptedSQLiteError(
        .permissionDenied,
        reason: "\(path) may not be opened; check its permissions and those of its folder",
        file: path)
    case ENOSPC, EDQUOT:
      .fullDisk(path)
    case EISDIR:
      EncryptedSQLiteError(
        .notADatabase, reason: "\(path) is a folder; name a file in it", file: path)
    case 0: nil
    default:
      EncryptedSQLiteError(
        .inputOutput,
        reason:
          "\(path) cannot be opened (errno \(number)); check the limits of the process, and the disk",
        file: path)
    }
  }

  /// The error for a file that cannot grow.
  static func fullDisk(_ path: String) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      .diskFull,
      reason: "there is no room for \(path) to grow; make some, or raise the limit, and try again",
      file: path)
  }

  /// The error for a file that is no longer at its path.
  static func replaced(_ path: String) -> EncryptedSQLiteError {
    EncryptedSQLiteError(
      .replaced,
      reason: "\(path) is no longer the file that was opened: it was moved, deleted, or another "
        + "one has taken its place; open it again",
      file: path)
  }

  /// What an error of SQLite's means for the database at `path`.
  init(_ error: SQLiteError, path: String) {
    if let known = error.underlying as? EncryptedSQLiteError {
      self = known
    } else if error.meansFullDisk {
      self = .fullDisk(path)
    } else if .cannotOpen ~= error.code,
      let known = EncryptedSQLiteError.opening(path, errno: error.systemErrorNumber)
    {
      self = known
    } else {
      let (code, advice) = Self.meaning(of: error.code)
      self.init(code, reason: "\(path): \(error.message)\(advice)", file: path, underlying: error)
    }
  }

  /// The code and what to try.
  private static func meaning(of code: ResultCode) -> (Code, advice: String) {
    switch code {
    case .busy, .locked: (.busy, "; another connection holds the lock, try again later")
    case .readOnlyFolder:
      (
        .permissionDenied,
        "; in WAL mode, files beside the database are written even to read it: copy it into a "
          + "folder that you may write, or change the permissions of its own"
      )
    case .permission, .readOnly:
      (.permissionDenied, "; check the permissions of the file and its folder")
    case .cannotOpen: (.notFound, "; check the path and the permissions of its folder")
    case .outOfMemory: (.outOfMemory, "")
    case .corrupt, .notADatabase: (.damaged, "; restore the database from a copy")
    case .ioError: (.inputOutput, "; check the disk")
    default: (.sqlite, "")
    }
  }
}

extension SQLiteError {
  /// Whether a file cannot grow.
  ///
  /// SQLite has a name for a full disk only where it writes to the database itself; the memory that
  /// processes share is a file too.
  var meansFullDisk: Bool {
    .full ~= code || .ioError ~= code && [ENOSPC, EDQUOT, EFBIG].contains(systemErrorNumber)
  }
}

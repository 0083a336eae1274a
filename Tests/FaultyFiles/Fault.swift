// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Glibc

/// What SQLite asks a file layer to do.
package enum FileCall: String, Sendable, CaseIterable {
  case read, write, truncate, sync, size, open, delete, access, lock, map
}

/// How a call to a file layer fails.
package enum Fault: String, Sendable, CaseIterable {
  /// The disk does not give the bytes.
  case readError
  /// The disk gives only the first half, as if the file ended there.
  case shortRead
  /// Nothing is written.
  case writeError
  /// Only the first half is written.
  case tornWrite
  /// Only the first half is written, because there is no room for more.
  case fullDisk
  case truncateError
  case syncError
  case sizeError
  /// Too many files are open.
  case openError
  case deleteError
  case accessError
  case lockError
  /// The memory that processes share cannot be had.
  case mapError

  /// The call that fails.
  package var call: FileCall {
    switch self {
    case .readError, .shortRead: .read
    case .writeError, .tornWrite, .fullDisk: .write
    case .truncateError: .truncate
    case .syncError: .sync
    case .sizeError: .size
    case .openError: .open
    case .deleteError: .delete
    case .accessError: .access
    case .lockError: .lock
    case .mapError: .map
    }
  }

  /// What SQLite's own Unix layer would return.
  var status: CInt {
    switch self {
    case .readError: SQLITE_IOERR | 1 << 8
    case .shortRead: SQLITE_IOERR | 2 << 8
    case .writeError, .tornWrite: SQLITE_IOERR | 3 << 8
    case .fullDisk: SQLITE_FULL
    case .syncError: SQLITE_IOERR | 4 << 8
    case .truncateError: SQLITE_IOERR | 6 << 8
    case .sizeError: SQLITE_IOERR | 7 << 8
    case .deleteError: SQLITE_IOERR | 10 << 8
    case .accessError: SQLITE_IOERR | 13 << 8
    case .lockError: SQLITE_IOERR | 15 << 8
    case .mapError: SQLITE_IOERR | 21 << 8
    case .openError: SQLITE_CANTOPEN
    }
  }

  /// The system's number for it.
  var errorNumber: CInt {
    switch self {
    case .fullDisk: ENOSPC
    case .openError: EMFILE
    default: EIO
    }
  }
}

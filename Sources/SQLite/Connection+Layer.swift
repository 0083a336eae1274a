// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension Connection {
  /// The name of the file system layer of the main database, and of what a statement attaches.
  package var fileLayer: String {
    var layer: UnsafeMutablePointer<sqlite3_vfs>?
    let status = unsafe sqlite3_file_control(
      handle.pointer, "main", SQLITE_FCNTL_VFS_POINTER, &layer)
    guard status == SQLITE_OK, let name = unsafe layer?.pointee.zName else { return "" }
    return unsafe String(cString: name)
  }
}

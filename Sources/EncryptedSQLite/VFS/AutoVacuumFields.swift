// SPDX-License-Identifier: Apache-2.0

extension DatabaseOptions.AutoVacuum {
  /// Writes what SQLite reads in the header of a file without pages, to make a database of this
  /// kind there.
  func write(into header: inout MutableRawSpan) {
    header.store(self == .none ? 0 : 1 as UInt32, at: 52)
    header.store(self == .incremental ? 1 : 0 as UInt32, at: 64)
  }
}

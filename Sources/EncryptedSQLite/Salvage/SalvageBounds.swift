// SPDX-License-Identifier: Apache-2.0

/// How much a salvage may make of a file, whatever is in it.
///
/// Every page of a damaged database bears its tag, and still nobody promises that SQLite wrote it:
/// a few pages of malice could name each other a million times, or define a column whose value
/// fills the disk.
enum SalvageBounds {
  /// How many times the size of the damaged file the new one may have.
  ///
  /// Rows that are kept twice, pages that stay half empty and indexes made anew come to less.
  static let growth: Int64 = 4
  /// Pages on top of that, for files of next to nothing.
  static let extraPageCount: Int64 = 256
  /// The largest value, row or definition that SQLite shall handle, for files of next to nothing.
  static let leastValueByteCount: Int64 = 1 << 20
  /// How many values of a row the table `lost_and_found` has room for, beside page and row id.
  static let widestRow = 1998
}

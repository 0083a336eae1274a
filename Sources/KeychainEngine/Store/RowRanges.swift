// SPDX-License-Identifier: Apache-2.0

/// Numbers of rows, collected in ascending order: those that follow one another are one range, so
/// that a million rows take no more memory than one.
struct RowRanges {
  private(set) var ranges: [ClosedRange<Int64>] = []
  private(set) var count = 0

  private static let mostRanges = 4096

  var isEmpty: Bool { ranges.isEmpty }

  /// Whether it is time to use what was collected and start anew.
  var isFull: Bool { ranges.count >= Self.mostRanges }

  /// Adds `row`, which is above all rows collected before.
  mutating func append(_ row: Int64) {
    count += 1
    guard let last = ranges.last, last.upperBound == row - 1 else {
      ranges.append(row...row)
      return
    }
    ranges[ranges.count - 1] = last.lowerBound...row
  }
}

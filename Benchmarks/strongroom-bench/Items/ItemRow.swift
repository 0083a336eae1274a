// SPDX-License-Identifier: Apache-2.0

/// What the rows on keychains have in common.
enum ItemRow {
  /// A target in words, and what it allows, in the unit of the row.
  struct Target {
    let words: String
    let limit: Double

    init(_ words: String, _ limit: Double) { (self.words, self.limit) = (words, limit) }

    static func microseconds(_ limit: Double) -> Target {
      Target("≤ \(Int(limit)) µs", limit)
    }
    static func milliseconds(_ limit: Double) -> Target {
      Target("≤ \(Int(limit)) ms", limit)
    }
  }

  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    try Stopwatch.wall(body) * 1e6
  }

  static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try Stopwatch.wall(body) * 1e3
  }

  /// A row of measurements in `unit`, with the target held against their median.
  static func make(
    _ work: String, _ keychain: FilledKeychain, _ samples: Samples, unit: String = "µs",
    target: Target? = nil, beside: Row.Beside? = nil, memory: Double? = nil
  ) -> Row {
    Row(
      work: work, subject: "\(keychain.count) items", unit: unit, median: samples.median,
      percentile95: samples.count > 1 ? samples.percentile95 : nil, beside: beside,
      ratio: beside.map { samples.median / $0.median }, target: target?.words,
      ofTarget: target.map { samples.median / $0.limit }, memory: memory.map { $0 / 1e6 },
      rounds: samples.count)
  }
}

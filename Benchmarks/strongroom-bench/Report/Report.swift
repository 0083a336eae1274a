// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One line of a report.
struct Row: Encodable {
  /// What was done.
  let work: String
  /// On what: a number of items, or a size of the cache.
  let subject: String
  /// What `median` and `percentile95` count.
  let unit: String
  let median: Double
  var percentile95: Double?
  /// What was measured beside it in the same run, in the same unit.
  var beside: Beside?
  /// Median against the other; of paired rounds where there were such.
  var ratio: Double?
  /// The same for processor time.
  var processorRatio: Double?
  /// The same of others, each against itself without encryption.
  var peers: [String: Double]?
  /// What we promise, in words.
  var target: String?
  /// How much of the target it takes: above 1 is a miss.
  var ofTarget: Double?
  /// How much more memory the process had at most than before, in millions of bytes.
  var memory: Double?
  let rounds: Int

  /// Something measured beside.
  struct Beside: Encodable {
    let work: String
    let median: Double
  }
}

/// What a run has measured, where and when.
struct Report: Encodable {
  let benchmark: String
  let date = Date.now.formatted(.iso8601)
  let machine = Machine()
  let isOptimised: Bool
  let rows: [Row]

  init(benchmark: String, rows: [Row]) {
    self.benchmark = benchmark
    self.rows = rows
    #if DEBUG
      isOptimised = false
    #else
      isOptimised = true
    #endif
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

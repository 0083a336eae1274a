// SPDX-License-Identifier: Apache-2.0

/// Measurements of one thing.
struct Samples {
  private var values: [Double] = []

  init(_ values: [Double] = []) { self.values = values }

  mutating func append(_ value: Double) { values.append(value) }

  var count: Int { values.count }

  /// The value that half of the measurements do not exceed.
  var median: Double { quantile(0.5) }

  /// The value that nineteen of twenty do not exceed.
  var percentile95: Double { quantile(0.95) }

  private func quantile(_ share: Double) -> Double {
    precondition(!values.isEmpty, "nothing was measured")
    let sorted = values.sorted()
    return sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
  }
}

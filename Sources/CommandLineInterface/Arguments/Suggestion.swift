// SPDX-License-Identifier: Apache-2.0

/// Finds what somebody may have meant who mistyped a name.
package enum Suggestion {
  /// The name that the fewest changed, missing, added or swapped letters lead to; nil when that
  /// would be more than a third of them.
  package static func nearest(to typed: String, among names: [String]) -> String? {
    let typed = Array(typed.utf8.prefix(64))
    let best = names.map { (name: $0, distance: distance(typed, Array($0.utf8))) }
      .min { $0.distance < $1.distance }
    guard let best, best.distance <= max(1, best.name.utf8.count / 3) else { return nil }
    return best.name
  }

  /// The optimal string alignment distance.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}

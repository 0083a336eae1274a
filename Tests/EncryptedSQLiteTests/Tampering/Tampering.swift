// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import Testing

/// One row of the table: a way to tamper with files, and what comes of it.
struct Tampering: Sendable, CustomTestStringConvertible {
  /// What a fresh connection makes of the files.
  enum Outcome: Equatable, Sendable {
    /// The content as it was last committed.
    case rightData
    /// An error with this code.
    case error(String)
    /// The whole content of an earlier commit; nothing is reported.
    case earlier
    /// The same, and the damage is reported and the log kept.
    case earlierReported
    /// Old content, or parts of it among new ones; nothing can know.
    case stale
    /// A rollback that ended early, reported, with the journal kept.
    case partReported

    var words: String {
      switch self {
      case .rightData: "right data"
      case .error(let code): "`\(code)`"
      case .earlier: "an earlier commit, as after a crash"
      case .earlierReported: "an earlier commit; reported, log kept"
      case .stale: "stale, accepted"
      case .partReported: "rollback ends early; reported, journal kept"
      }
    }
  }

  let kind: String
  /// Each comes of at least one try, and no other comes of any.
  let outcomes: [Outcome]
  /// How many places there are to try, and the files for each.
  let places: @Sendable (TamperFixture) -> Int
  let tamper: @Sendable (TamperFixture, Int) -> TamperFixture.Files

  init(
    _ kind: String, _ outcomes: Outcome..., places: @escaping @Sendable (TamperFixture) -> Int,
    tamper: @escaping @Sendable (TamperFixture, Int) -> TamperFixture.Files
  ) {
    self.kind = kind
    self.outcomes = outcomes
    self.places = places
    self.tamper = tamper
  }

  /// The numbers of the places to try: all of them, or some with the first and the last.
  func sample(_ fixture: TamperFixture) -> [Int] {
    let count = places(fixture)
    let wanted = LongForm.count(short: 6, long: count)
    if count <= wanted { return Array(0..<count) }
    return (0..<wanted).map { $0 * (count - 1) / (wanted - 1) }
  }

  var row: String { "| \(kind) | \(outcomes.map(\.words).joined(separator: ", or ")) |" }

  var testDescription: String { kind }
}

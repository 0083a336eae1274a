// SPDX-License-Identifier: Apache-2.0

import Foundation
import SQLite

/// What is done with a database, the same for every kind and for the peers that
/// `Benchmarks/peers/peers.py` measures: both read the steps from `workload.json`.
///
/// The table is 600,000 rows of about 165 bytes, 105 MB, and an index.
struct Workload {
  /// One thing that is measured.
  struct Step: Decodable {
    let name: String
    /// The page cache in MB.
    let cache: Int
    /// What is done before, unmeasured.
    let setup: [String]
    /// What is measured: taken in turn, with the number of the turn as parameter.
    let statements: [String]
    let times: Int
    /// How many turns are one transaction; 0: each statement stands alone.
    let batch: Int
    let target: String?
  }

  /// The steps in the order in which they are done, each on what those before have left.
  let steps: [Step]
  private let rowCount: Int

  init(rowCount: Int) throws {
    self.rowCount = rowCount
    steps = try JSONDecoder().decode([Step].self, from: Data(PackageResources.workload_json))
  }

  /// Does what comes before `step`.
  func prepare(_ step: Step, _ connection: Connection) throws {
    try connection.execute("PRAGMA cache_size=-\(step.cache << 10)")
    for sql in step.setup { try connection.execute(text(sql)) }
  }

  /// Does `step`.
  func run(_ step: Step, _ connection: Connection) throws {
    let statements = try step.statements.map { try connection.prepare(text($0)) }
    let takesNumber = step.statements.map { $0.contains("?1") }
    let times = step.times == 1 ? 1 : max(10, step.times * rowCount / 600_000)
    for number in 0..<times {
      if step.batch > 0, number % step.batch == 0 { try connection.execute("BEGIN") }
      let index = number % statements.count
      if takesNumber[index] { try statements[index].bind(number, at: 1) }
      try statements[index].run()
      if step.batch > 0, number % step.batch == step.batch - 1 || number == times - 1 {
        try connection.execute("COMMIT")
      }
    }
  }

  private func text(_ sql: String) -> String {
    sql.replacingOccurrences(of: "{rows}", with: String(rowCount))
  }
}

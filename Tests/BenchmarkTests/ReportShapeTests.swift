// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import Testing

@Suite("strongroom-bench")
struct ReportShapeTests {
  /// What a reader of the report may count on.
  private struct Report: Decodable {
    struct Machine: Decodable {
      let processor, kernel, disk: String
      let cores: Int
    }
    struct Row: Decodable {
      let work, subject, unit: String
      let median: Double
      let percentile95, ratio, processorRatio: Double?
      let target: String?
      let rounds: Int
    }
    let benchmark, date: String
    let isOptimised: Bool
    let machine: Machine
    let rows: [Row]
  }

  private func output(_ arguments: String...) -> (text: String, ending: ChildProcess.Ending) {
    let process = ChildProcess([BuiltExecutable.path("strongroom-bench")] + arguments)
    var text = ""
    while let line = process.line() { text += line + "\n" }
    return (text, process.wait())
  }

  @Test(
    "prints a report that a program can read",
    arguments: [
      ("items", ["10 items", "100 items"]),
      ("encrypted", ["cache of 64 MB", "cache of 16 MB", "cache of 2 MB"]),
    ])
  func json(_ benchmark: String, _ subjects: [String]) throws {
    let (text, ending) = output(benchmark, "--quick", "--json")
    #expect(ending == .exit(0))
    let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
    #expect(report.benchmark == benchmark)
    #expect(report.machine.cores > 0 && !report.machine.processor.isEmpty)
    #expect(try Date.ISO8601FormatStyle().parse(report.date) <= .now)
    #expect(Set(report.rows.map(\.work)).count >= 4)
    #expect(Set(report.rows.map(\.subject)) == Set(subjects))
    for row in report.rows {
      #expect(row.median > 0 && row.rounds > 0 && !row.unit.isEmpty, "\(row)")
      #expect(row.ratio.map { $0 > 0 } ?? true, "\(row)")
    }
  }

  @Test("prints a table for people")
  func table() {
    let (text, ending) = output("encrypted", "--quick")
    #expect(ending == .exit(0))
    #expect(text.contains("| work | on | median |"))
  }

  @Test("says how it is used", arguments: [[], ["everything"], ["items", "--slow"]])
  func usage(_ arguments: [String]) {
    let process = ChildProcess([BuiltExecutable.path("strongroom-bench")] + arguments)
    #expect(process.line()?.hasPrefix("usage: ") == true)
    while process.line() != nil {}
    #expect(process.wait() == .exit(64))
  }
}

// SPDX-License-Identifier: Apache-2.0

extension Report {
  /// The report as a table in Markdown, which a person can read and a document can take.
  var table: String {
    let head = ["work", "on", "median", "95 %", "beside", "ratio", "CPU ratio", "target", "rounds"]
    let body = rows.map { row in
      [
        row.work, row.subject, "\(Self.short(row.median)) \(row.unit)",
        row.percentile95.map(Self.short) ?? "",
        row.beside.map { "\($0.work) \(Self.short($0.median))" } ?? "",
        row.ratio.map(Self.short) ?? "", row.processorRatio.map(Self.short) ?? "",
        row.target ?? "", "\(row.rounds)",
      ]
    }
    let used = head.indices.filter { column in body.contains { !$0[column].isEmpty } }
    let lines = [head, head.map { _ in "---" }] + body
    return """
      \(machine.processor), \(machine.cores) cores, Linux \(machine.kernel), \(machine.disk), \(date)\
      \(isOptimised ? "" : " (not optimised)")

      \(lines.map { line in "| " + used.map { line[$0] }.joined(separator: " | ") + " |" }
        .joined(separator: "\n"))
      """
  }

  /// Three digits that matter.
  private static func short(_ number: Double) -> String {
    let places = number >= 100 ? 1.0 : number >= 10 ? 10 : 100
    let rounded = (number * places).rounded() / places
    return places == 1 ? "\(Int(rounded))" : "\(rounded)"
  }
}

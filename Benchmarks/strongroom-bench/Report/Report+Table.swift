// SPDX-License-Identifier: Apache-2.0

extension Report {
  /// The report as a table in Markdown, which a person can read and a document can take.
  var table: String {
    let peers = Set(rows.flatMap { $0.peers.map { Array($0.keys) } ?? [] }).sorted()
    let head =
      ["work", "on", "median", "95 %", "beside", "ratio", "CPU ratio"] + peers
      + ["target", "of it", "memory MB", "rounds"]
    let body = rows.map { $0.cells(peers: peers) }
    let used = head.indices.filter { column in body.contains { !$0[column].isEmpty } }
    let lines = [head, head.map { _ in "---" }] + body
    return """
      \(machine.processor), \(machine.cores) cores, Linux \(machine.kernel), \(machine.disk), \(date)\
      \(isOptimised ? "" : " (not optimised)")

      \(lines.map { line in "| " + used.map { line[$0] }.joined(separator: " | ") + " |" }
        .joined(separator: "\n"))
      """
  }
}

extension Row {
  /// The row in the order of the table's columns.
  fileprivate func cells(peers: [String]) -> [String] {
    var cells = [work, subject, "\(Self.short(median)) \(unit)"]
    cells.append(percentile95.map(Self.short) ?? "")
    cells.append(beside.map { "\($0.work) \(Self.short($0.median))" } ?? "")
    cells.append(ratio.map(Self.short) ?? "")
    cells.append(processorRatio.map(Self.short) ?? "")
    for peer in peers { cells.append(self.peers?[peer].map(Self.short) ?? "") }
    return cells + [
      target ?? "", ofTarget.map(Self.short) ?? "", memory.map(Self.short) ?? "", "\(rounds)",
    ]
  }

  /// Three digits that matter.
  private static func short(_ number: Double) -> String {
    let places = number >= 100 ? 1.0 : number >= 10 ? 10 : 100
    let rounded = (number * places).rounded() / places
    return places == 1 ? "\(Int(rounded))" : "\(rounded)"
  }
}

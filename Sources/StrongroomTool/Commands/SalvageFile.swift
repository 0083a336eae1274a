// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// `db salvage`: what can be read of a damaged database, in a new file.
struct SalvageFile: Command {
  static let name = "salvage"
  static let options = KeySource.Options.current.all + [Target.to, Target.replace]
  static let usage = """
    FILE --to NEWFILE KEY [--replace]
    Saves every row of the damaged database FILE that is not on a bad page. FILE is not changed.
    \(KeySource.usage)
        --replace        Put the new file in the place of one that exists
    Rows of which nobody knows where they belong go to a table lost_and_found.
    Exits with 65 when something is missing in NEWFILE.
    """
  static let summary = "Save what can be read of a damaged database"

  private let path: String
  private let target: Target
  private let key: KeySource

  init(_ arguments: Arguments) throws(CommandLineError) {
    path = try Self.file(arguments)
    target = try Target(arguments)
    key = try KeySource.Options.current.required(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    Interruption.cleanUp()
    let key = try key.key(answer.console)
    let bar = ProgressBar("salvage")
    let report: SalvageReport
    do throws(EncryptedSQLiteError) {
      report = try EncryptedDatabase.salvage(
        path, key: key, to: target.path, existingTarget: target.existing
      ) { bar.show($0.completed, of: $0.total) }
    } catch { throw Failure(error, advising: [.replace]) }
    bar.end()
    answer.give(text(report), fields(report))
    return report.isComplete ? 0 : ExitCode.dataError
  }

  private func text(_ report: SalvageReport) -> String {
    var lines: [String] = []
    for page in report.lostPages {
      let owner = page.isFree ? ", free: nothing lost" : page.owner.map { ", of \($0)" } ?? ""
      lines.append("page \(page.number) at byte \(page.offset): lost\(owner)")
    }
    for table in report.tables {
      lines.append("table \(table.name): \(table.savedRowCount) rows saved")
      for gap in table.gaps {
        lines.append("  rows may be missing\(Self.words(gap)), page \(gap.page)")
      }
      if table.refusedRowCount > 0 {
        lines.append("  \(table.refusedRowCount) rows break a constraint or cannot be read")
      }
    }
    for thing in report.notMade { lines.append("\(thing.name): not made anew: \(thing.reason)") }
    if !report.isSchemaWhole { lines.append("not all definitions of tables could be read") }
    if let table = report.lostAndFoundTable {
      lines.append("table \(table): \(report.lostAndFoundRowCount) rows that belong nowhere")
    }
    if report.hadJournal {
      lines.append("a transaction that had not ended was taken back")
    }
    lines.append(
      "\(target.path): " + (report.isComplete ? "everything saved" : "saved with losses"))
    return lines.joined(separator: "\n")
  }

  private static func words(_ gap: SalvageReport.Gap) -> String {
    switch (gap.after, gap.through) {
    case (nil, nil): ""
    case (let after?, nil): ", ids above \(after)"
    case (nil, let through?): ", ids up to \(through)"
    case (let after?, let through?) where after >= through: ""
    case (let after?, let through?):
      after + 1 == through ? ", id \(through)" : ", ids \(after + 1) to \(through)"
    }
  }

  private func fields(_ report: SalvageReport) -> [(String, JSONValue)] {
    let pages = report.lostPages.map { page in
      JSONValue.object([
        ("page", .number(Int64(page.number))), ("offset", .number(page.offset)),
        ("owner", JSONValue(page.owner)), ("isFree", .boolean(page.isFree)),
      ])
    }
    let tables = report.tables.map { table in
      JSONValue.object([
        ("name", .string(table.name)), ("savedRows", .number(Int64(table.savedRowCount))),
        ("refusedRows", .number(Int64(table.refusedRowCount))),
        (
          "gaps",
          .list(
            table.gaps.map { gap in
              .object([
                ("page", .number(Int64(gap.page))),
                ("after", gap.after.map(JSONValue.number) ?? .null),
                ("through", gap.through.map(JSONValue.number) ?? .null),
              ])
            })
        ),
      ])
    }
    return [
      ("file", .string(path)), ("to", .string(target.path)),
      ("isComplete", .boolean(report.isComplete)),
      ("isSchemaWhole", .boolean(report.isSchemaWhole)), ("tables", .list(tables)),
      ("lostPages", .list(pages)), ("lostAndFoundTable", JSONValue(report.lostAndFoundTable)),
      ("lostAndFoundRows", .number(Int64(report.lostAndFoundRowCount))),
      (
        "notMade",
        .list(
          report.notMade.map {
            .object([("name", .string($0.name)), ("reason", .string($0.reason))])
          })
      ), ("hadJournal", .boolean(report.hadJournal)),
    ]
  }
}

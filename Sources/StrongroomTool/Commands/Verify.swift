// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// `db verify`: every page against its tag.
struct Verify: Command {
  static let name = "verify"
  static let options = KeySource.Options.current.all
  static let usage = """
    FILE KEY
    Checks every page of FILE, and its log, against their tags. FILE may be in use.
    \(KeySource.usage)
    Exits with 65 when a page is bad or missing.
    """
  static let summary = "Check that every page is what was written"

  private let path: String
  private let key: KeySource

  init(_ arguments: Arguments) throws(CommandLineError) {
    path = try Self.file(arguments)
    key = try KeySource.Options.current.required(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let key = try key.key(answer.console)
    let bar = ProgressBar("verify")
    let report: VerificationReport
    do throws(EncryptedSQLiteError) {
      report = try EncryptedDatabase.verify(at: path, key: key) {
        bar.show($0.completed, of: $0.total)
      }
    } catch { throw Failure(error) }
    bar.end()
    answer.give(text(report, seconds: bar.elapsed), fields(report, seconds: bar.elapsed))
    return report.isWhole ? 0 : ExitCode.dataError
  }

  private func text(_ report: VerificationReport, seconds: Double) -> String {
    var lines: [String] = []
    for bad in report.badPages {
      lines.append(
        "page \(bad.number) at byte \(bad.offset): bad"
          + (bad.isInLog ? ", but the log has a newer version" : ""))
    }
    for frame in report.log?.badFrames ?? [] {
      lines.append("frame \(frame.number) of the log at byte \(frame.offset): bad")
    }
    if report.log?.isHeaderDamaged == true { lines.append("the header of the log: bad") }
    if report.missingPageCount > 0 {
      lines.append("\(report.missingPageCount) pages are missing at the end")
    }
    if report.hasJournal, !report.isWhole {
      lines.append("a rollback journal lies beside it: opening the database may repair pages")
    }
    let size = "\(report.pageCount) pages of \(report.pageByteCount) bytes"
    lines.append(
      "\(path): " + (report.isWhole ? "whole" : "damaged") + ", \(size), \(speed(report, seconds))")
    return lines.joined(separator: "\n")
  }

  private func speed(_ report: VerificationReport, _ seconds: Double) -> String {
    let byteCount = Double(report.pageCount) * Double(report.pageByteCount)
    return "\(Int(seconds * 1000)) ms, \(Int(byteCount / max(seconds, 1e-6) / 1e6)) MB/s"
  }

  private func fields(_ report: VerificationReport, seconds: Double) -> [(String, JSONValue)] {
    let pages = report.badPages.map { page in
      JSONValue.object([
        ("page", .number(Int64(page.number))), ("offset", .number(page.offset)),
        ("isInLog", .boolean(page.isInLog)),
      ])
    }
    let frames = (report.log?.badFrames ?? []).map { frame in
      JSONValue.object([
        ("frame", .number(Int64(frame.number))), ("page", .number(Int64(frame.page))),
        ("offset", .number(frame.offset)),
      ])
    }
    return [
      ("file", .string(path)), ("isWhole", .boolean(report.isWhole)),
      ("pages", .number(Int64(report.pageCount))),
      ("pageSize", .number(Int64(report.pageByteCount))),
      ("badPages", .list(pages)), ("missingPages", .number(Int64(report.missingPageCount))),
      ("logFrames", JSONValue(report.log?.frameCount)), ("badLogFrames", .list(frames)),
      ("isLogHeaderDamaged", .boolean(report.log?.isHeaderDamaged ?? false)),
      ("hasJournal", .boolean(report.hasJournal)),
      ("milliseconds", .number(Int64(seconds * 1000))),
    ]
  }
}

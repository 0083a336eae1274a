// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import SQLite
import Synchronization
import TestFolders
import Testing

/// Every row of the table, tried at every place, or in the short form at some.
@Suite("Tampering")
struct TamperTests {
  private static let fixture = Result { try TamperFixture() }

  @Test("tampering comes to what the table says", arguments: TamperTable.rows)
  func row(tampering: Tampering) throws {
    let fixture = try Self.fixture.get()
    var seen: [Tampering.Outcome] = []
    let places = tampering.sample(fixture)
    for place in places {
      let files = tampering.tamper(fixture, place)
      let outcome = try open(files, with: fixture.keyBytes, allowing: tampering.outcomes)
      #expect(tampering.outcomes.contains(outcome.0), "place \(place): \(outcome.1)")
      seen.append(outcome.0)
    }
    for outcome in tampering.outcomes {
      #expect(seen.contains(outcome), "none of \(places.count) tries comes to: \(outcome.words)")
    }
    LongForm.report("encrypted database, \(tampering.kind)", ["tamperings": places.count])
  }

  @Test("honest files give the right data")
  func honest() throws {
    let fixture = try Self.fixture.get()
    #expect(fixture.pageCount > 200 && fixture.frameCount > 600)
    #expect(fixture.syncedRecordCount > 20)
    for files in [fixture.closed, fixture.logged, fixture.hot, fixture.settled] {
      let outcome = try open(files, with: fixture.keyBytes, allowing: [.rightData])
      #expect(outcome.0 == .rightData, "\(outcome.1)")
    }
  }

  @Test("the table in the documentation is this one")
  func documentation() {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = FileBytes.read("/\(root)/Documentation/encrypted-database.md") ?? []
    let lines = Set(String(decoding: page, as: UTF8.self).split(separator: "\n"))
    for tampering in TamperTable.rows {
      #expect(lines.contains(tampering.row[...]), "\(tampering.row)")
    }
  }

  /// What a fresh connection makes of the files, and details for whoever wonders.
  private func open(
    _ files: TamperFixture.Files, with key: [UInt8], allowing: [Tampering.Outcome]
  ) throws -> (Tampering.Outcome, String) {
    let database = TestDatabase(keyBytes: key)
    FileBytes.write(files.main, to: database.path)
    if !files.log.isEmpty { FileBytes.write(files.log, to: database.logPath) }
    if !files.journal.isEmpty { FileBytes.write(files.journal, to: database.journalPath) }
    func isReported() -> Bool { !database.reports.isEmpty }
    // A damaged log or journal that was reported lies beside, unchanged.
    func isKept(_ bytes: [UInt8], _ path: String) -> Bool {
      isReported() && FileBytes.read("\(path).damaged-1") == bytes
    }
    do {
      let connection = try database.open(files.mode, access: .readWrite)
      let version = try VersionedTable.version(connection)
      guard try connection.isIntact() else { return (mixed(), "integrity") }
      if isReported() {
        let isWhole = version < files.version && isKept(files.log, database.logPath)
        return (isWhole ? .earlierReported : mixed(), "version \(version), reported")
      }
      if version == files.version { return (.rightData, "") }
      let outcome: Tampering.Outcome = allowing.contains(.stale) ? .stale : .earlier
      return (version < files.version ? outcome : mixed(), "version \(version)")
    } catch let error as EncryptedSQLiteError {
      return (.error(name(error.code)), "\(error)")
    } catch let error as SQLiteError {
      guard let underlying = error.underlying as? EncryptedSQLiteError else {
        return (mixed(), "\(error)")
      }
      return (.error(name(underlying.code)), "\(error)")
    } catch let half as VersionedTable.Half {
      return (mixed(), half.what)
    }
    /// Content of which parts are old.
    func mixed() -> Tampering.Outcome {
      isKept(files.journal, database.journalPath) ? .partReported : .stale
    }
  }

  private func name(_ code: EncryptedSQLiteError.Code) -> String {
    let names: [EncryptedSQLiteError.Code: String] = [
      .damaged: "damaged", .truncated: "truncated", .notADatabase: "notADatabase",
      .wrongKey: "wrongKey", .notEncrypted: "notEncrypted",
      .unsupportedVersion: "unsupportedVersion",
    ]
    return names[code] ?? "another code"
  }
}

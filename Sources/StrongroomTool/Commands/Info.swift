// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// `db info`: what a file is, as far as its clear bytes tell.
struct Info: Command {
  static let name = "info"
  static let options = KeySource.Options.current.all
  static let usage = """
    FILE [KEY]
    Says what FILE is, and with a KEY whether it is the right one. Nothing is decrypted.
    \(KeySource.usage)
    """
  static let summary = "Say what a file is, without or with a key"

  private let path: String
  private let key: KeySource?

  init(_ arguments: Arguments) throws(CommandLineError) {
    path = try Self.file(arguments)
    key = try KeySource.Options.current.source(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let info: DatabaseInfo
    if let source = key {
      let key = try source.key(answer.console)
      do throws(EncryptedSQLiteError) {
        info = try EncryptedDatabase.info(at: path, key: key)
      } catch { throw Failure(error) }
    } else {
      do throws(EncryptedSQLiteError) { info = try EncryptedDatabase.info(at: path) } catch {
        throw Failure(error)
      }
    }
    answer.give(Self.text(info), Self.fields(info))
    return info.isRightKey == false ? ExitCode.noPermission : 0
  }

  private static func text(_ info: DatabaseInfo) -> String {
    var lines = ["\(info.path): \(words(info.kind))", line("size", "\(info.byteCount) bytes")]
    if let version = info.formatVersion, info.kind != .replaced {
      lines.append(line("format", "version \(version)"))
    }
    if let size = info.pageByteCount, let count = info.pageCount {
      lines.append(line("pages", "\(count) of \(size) bytes"))
    }
    if let excess = info.excessByteCount, excess > 0 {
      lines.append(line("excess", "\(excess) bytes behind the last page"))
    }
    if let salt = info.salt { lines.append(line("salt", salt)) }
    if let log = info.log { lines.append(line("log", "\(log.byteCount) bytes, \(log.path)")) }
    if let journal = info.journal {
      lines.append(line("journal", "\(journal.byteCount) bytes, \(journal.path)"))
    }
    if let isRight = info.isRightKey { lines.append(line("key", isRight ? "right" : "wrong")) }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ value: String) -> String {
    "  \(name)\(String(repeating: " ", count: 9 - name.utf8.count))\(value)"
  }

  private static func words(_ kind: DatabaseInfo.Kind) -> String {
    switch kind {
    case .encrypted: "an encrypted database"
    case .unsupportedVersion: "an encrypted database of a version that this program does not read"
    case .replaced: "an encrypted database that was rekeyed; this is the old file"
    case .plain: "a plain SQLite database"
    case .empty: "empty"
    case .unwritten: "zeros only"
    case .truncated: "an encrypted database that ends inside its first page"
    case .foreign: "no database"
    }
  }

  private static func fields(_ info: DatabaseInfo) -> [(String, JSONValue)] {
    [
      ("file", .string(info.path)), ("kind", .string(info.kind.rawValue)),
      ("bytes", .number(info.byteCount)), ("formatVersion", JSONValue(info.formatVersion)),
      ("pageSize", JSONValue(info.pageByteCount)),
      ("pages", JSONValue(info.pageCount.map(Int.init))),
      ("excessBytes", JSONValue(info.excessByteCount)), ("salt", JSONValue(info.salt)),
      ("logBytes", JSONValue(info.log.map { Int($0.byteCount) })),
      ("journalBytes", JSONValue(info.journal.map { Int($0.byteCount) })),
      ("isRightKey", info.isRightKey.map(JSONValue.boolean) ?? .null),
    ]
  }
}

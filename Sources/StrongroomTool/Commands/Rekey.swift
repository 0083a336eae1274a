// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// `db rekey`: another key for the same data.
struct Rekey: Command {
  static let name = "rekey"
  static let options = KeySource.Options.current.all + KeySource.Options.new.all
  static let usage = """
    FILE KEY NEWKEY
    Seals every page anew under another key. Nobody may have FILE open.
    \(KeySource.usage)
    NEWKEY is one of --new-key-item, --new-key-file and --new-key-stdin. A new TAG that the
    keychain does not have gets a new key. Where both keys come from standard input, they are
    two lines of hexadecimal digits, the old key first.
    Copies of the old file stay readable with the old key.
    """
  static let summary = "Change the key of a database"

  private let path: String
  private let key: KeySource
  private let newKey: KeySource

  init(_ arguments: Arguments) throws(CommandLineError) {
    path = try Self.file(arguments)
    key = try KeySource.Options.current.required(arguments)
    newKey = try KeySource.Options.new.required(arguments)
    guard key != newKey || key.isStandardInput else {
      let options = (KeySource.Options.current.all + KeySource.Options.new.all)
        .filter(arguments.has).map(\.typed).joined(separator: " and ")
      throw CommandLineError(
        .illegalOption, "\(options) name the same key; nothing would change")
    }
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    Interruption.cleanUp()
    let areBoth = key.isStandardInput && newKey.isStandardInput
    let oldKey = try key.key(answer.console, isOneOfTwo: areBoth)
    let nextKey = try newKey.key(answer.console, makingItem: true, isOneOfTwo: areBoth)
    let bar = ProgressBar("rekey")
    do throws(EncryptedSQLiteError) {
      try EncryptedDatabase.rekey(path, from: oldKey, to: nextKey) {
        bar.show($0.completed, of: $0.total)
      }
    } catch { throw Failure(error) }
    bar.end()
    answer.give(
      "\(path): has another key now", [("file", .string(path)), ("rekeyed", .boolean(true))])
    return 0
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// `db backup`: a copy as of one moment, while others go on.
struct BackUp: Command {
  static let name = "backup"
  static let options =
    KeySource.Options.current.all + KeySource.Options.new.all + [Target.to, Target.replace]
  static let usage = """
    FILE --to NEWFILE KEY [NEWKEY] [--replace]
    Copies FILE as it is at this moment; it may be in use meanwhile.
    \(KeySource.usage)
    NEWKEY, if there is to be another one for the copy, is one of --new-key-item,
    --new-key-file and --new-key-stdin.
        --replace        Put the new file in the place of one that exists
    """
  static let summary = "Copy a database that may be in use"

  private let path: String
  private let target: Target
  private let key: KeySource
  private let newKey: KeySource?

  init(_ arguments: Arguments) throws(CommandLineError) {
    path = try Self.file(arguments)
    target = try Target(arguments)
    key = try KeySource.Options.current.required(arguments)
    newKey = try KeySource.Options.new.source(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    Interruption.cleanUp()
    let areBoth = key.isStandardInput && newKey?.isStandardInput == true
    let ownKey = try key.key(answer.console, isOneOfTwo: areBoth)
    let copyKey =
      if let newKey {
        try newKey.key(answer.console, makingItem: true, isOneOfTwo: areBoth)
      } else { ownKey.copy() }
    let bar = ProgressBar("backup")
    do throws(EncryptedSQLiteError) {
      try EncryptedDatabase.backUp(
        path, key: ownKey, to: target.path, under: copyKey, existingTarget: target.existing
      ) { bar.show($0.completed, of: $0.total) }
    } catch { throw Failure(error) }
    bar.end()
    answer.give(
      "\(target.path): a copy of \(path)",
      [("file", .string(path)), ("to", .string(target.path))])
    return 0
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// `db encrypt`: a plain database into an encrypted file.
struct Encrypt: Command {
  static let name = "encrypt"
  static let options =
    KeySource.Options.current.all + [Target.to, Target.replace, PageSizeOption.option]
  static let usage = """
    FILE --to NEWFILE KEY [--replace] [--page-size BYTES]
    Writes what is in the plain SQLite database FILE to an encrypted one. FILE stays as it is:
    check NEWFILE, then remove FILE. What FILE held can be found on the disk even then.
    \(KeySource.usage)
    A TAG that the keychain does not have gets a new key.
        --replace        Put the new file in the place of one that exists
        --page-size BYTES  1024 to 65536, a power of two; as in FILE without it
    """
  static let summary = "Write a plain database to an encrypted one"

  private let path: String
  private let target: Target
  private let key: KeySource
  private let pageSize: Int?

  init(_ arguments: Arguments) throws(CommandLineError) {
    path = try Self.file(arguments)
    target = try Target(arguments)
    key = try KeySource.Options.current.required(arguments)
    pageSize = try PageSizeOption.value(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    Interruption.cleanUp()
    let key = try key.key(answer.console, makingItem: true)
    let bar = ProgressBar("encrypt")
    do throws(EncryptedSQLiteError) {
      try EncryptedDatabase.encrypt(
        plainFile: path, to: target.path, key: key, pageSize: pageSize,
        existingTarget: target.existing
      ) { bar.show($0.completed, of: $0.total) }
    } catch { throw Failure(error) }
    bar.end()
    answer.give(
      "\(target.path): made from \(path), which is still there and still plain",
      [("file", .string(path)), ("to", .string(target.path))])
    return 0
  }
}

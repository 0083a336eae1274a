// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// `db decrypt`: an encrypted database into a plain file.
struct Decrypt: Command {
  private static let to = Option("to-unprotected-file", .required)

  static let name = "decrypt"
  static let options = KeySource.Options.current.all + [to, Target.replace]
  static let usage = """
    FILE --to-unprotected-file NEWFILE KEY [--replace]
    Writes what is in FILE to a plain SQLite database, which everybody can read who can read
    NEWFILE. What it held can be found on the disk even after it has been removed.
    \(KeySource.usage)
        --replace        Put the new file in the place of one that exists
    """
  static let summary = "Write an encrypted database to a plain one"

  private let path: String
  private let target: Target
  private let key: KeySource

  init(_ arguments: Arguments) throws(CommandLineError) {
    path = try Self.file(arguments)
    target = try Target(arguments, option: Self.to)
    key = try KeySource.Options.current.required(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    Interruption.cleanUp()
    let key = try key.key(answer.console)
    let bar = ProgressBar("decrypt")
    do throws(EncryptedSQLiteError) {
      try EncryptedDatabase.decryptToUnprotectedFile(
        path, key: key, to: target.path, existingTarget: target.existing
      ) { bar.show($0.completed, of: $0.total) }
    } catch { throw Failure(error) }
    bar.end()
    answer.give(
      "\(target.path): made, and not protected by any key",
      [("file", .string(path)), ("to", .string(target.path)), ("isProtected", .boolean(false))])
    return 0
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// `db create`: a new encrypted database with nothing in it.
struct Create: Command {
  static let name = "create"
  static let options = KeySource.Options.current.all + [PageSizeOption.option]
  static let usage = """
    FILE KEY [--page-size BYTES]
    Makes an empty encrypted database; FILE must not exist.
    \(KeySource.usage)
    A TAG that the keychain does not have gets a new key.
        --page-size BYTES  1024 to 65536, a power of two, for good; 4096 without it
    """
  static let summary = "Make an empty encrypted database"

  private let path: String
  private let key: KeySource
  private let pageSize: Int?

  init(_ arguments: Arguments) throws(CommandLineError) {
    path = try Self.file(arguments)
    key = try KeySource.Options.current.required(arguments)
    pageSize = try PageSizeOption.value(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    Interruption.cleanUp()
    let key = try key.key(answer.console, makingItem: true)
    do throws(EncryptedSQLiteError) {
      var options = DatabaseOptions()
      if let pageSize { options.pageSize = pageSize }
      try EncryptedDatabase.create(at: path, key: key, options: options)
    } catch {
      throw Failure(error, advising: [])
    }
    answer.give("\(path): made", [("file", .string(path)), ("created", .boolean(true))])
    return 0
  }
}

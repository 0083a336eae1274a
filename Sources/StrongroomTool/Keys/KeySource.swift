// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite
internal import KeychainRequests
internal import Secrets

/// Where a key comes from: never the command line, which every user of the machine can read.
enum KeySource: Equatable {
  case item(String)
  case file(String)
  case standardInput

  /// The options that name one key, all with the same beginning.
  struct Options {
    let item: Option
    let file: Option
    let standardInput: Option

    static let current = Options("")
    static let new = Options("new-")

    private init(_ prefix: String) {
      item = Option("\(prefix)key-item", .required)
      file = Option("\(prefix)key-file", .required)
      standardInput = Option("\(prefix)key-stdin")
    }

    var all: [Option] { [item, file, standardInput] }

    /// The source that was given; nil when there is none.
    ///
    /// - Throws: ``CommandLineError`` with `illegalOption` when there are several.
    func source(_ arguments: Arguments) throws(CommandLineError) -> KeySource? {
      let given = all.filter(arguments.has)
      guard given.count <= 1 else {
        throw CommandLineError(
          .illegalOption, "\(given[0].typed) and \(given[1].typed) both name the key; give one")
      }
      guard let option = given.first else { return nil }
      if option == standardInput { return .standardInput }
      guard let value = arguments.value(of: option)?.text, !value.isEmpty else {
        throw CommandLineError(
          .illegalOption, "\(option.typed) is followed by nothing that names a key")
      }
      return option == item ? .item(value) : .file(value)
    }

    /// The same, where there must be one.
    ///
    /// - Throws: ``CommandLineError``.
    func required(_ arguments: Arguments) throws(CommandLineError) -> KeySource {
      if let source = try source(arguments) { return source }
      throw CommandLineError(
        .missingOption,
        "say where the key is, with \(item.typed), \(file.typed) or \(standardInput.typed)")
    }
  }

  static let usage = """
    KEY is one of
        --key-item TAG   The key that the keychain keeps under this name
        --key-file FILE  A file of 64 bytes, or of 128 hexadecimal digits
        --key-stdin      The same, from standard input
    """

  /// Fetches the key.
  ///
  /// - Parameters:
  ///   - makingItem: whether an item that does not exist is made, with a new key.
  ///   - isOneOfTwo: whether two keys come from standard input, each on a line of its own.
  /// - Throws: ``Failure``.
  func key(
    _ console: Console, makingItem: Bool = false, isOneOfTwo: Bool = false
  ) throws(Failure) -> DatabaseKey {
    switch self {
    case .item(let name): return try KeyItem(name).key(making: makingItem)
    case .file(let path): return try KeyText.key(inFile: path, console)
    case .standardInput: return try KeyText.key(console.input, isOneOfTwo: isOneOfTwo)
    }
  }

  var isStandardInput: Bool { if case .standardInput = self { true } else { false } }
}

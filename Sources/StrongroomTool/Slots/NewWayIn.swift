// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import Glibc
internal import KeychainEngine
internal import KeychainRequests

/// A way in that is to be added, by the options that say it.
struct NewWayIn {
  private static let file = Option("file", .required)
  private static let make = Option("make")
  private static let name = Option("name", .required)
  private static let credentialFile = Option("credential-file", .required)

  static let options = [file, make, name, credentialFile]

  private enum Content {
    case passphrase
    case recoveryCode
    case keyFile(path: String, isMade: Bool)
    case systemCredential(name: String, path: String?)
  }

  /// The way in, and the file that was made for it.
  struct Made {
    let credential: Credential
    let file: String?

    /// Runs `body`; when it fails, the file goes again.
    func orUndone(_ body: () throws(Failure) -> Void) throws(Failure) {
      do throws(Failure) { try body() } catch {
        if let file { _ = unsafe unlink(file) }
        throw error
      }
    }
  }

  private let content: Content

  init(_ kind: WayInKind, _ arguments: Arguments) throws(CommandLineError) {
    let allowed: [Option] =
      switch kind {
      case .passphrase, .recoveryCode: []
      case .keyFile: [Self.file, Self.make]
      case .systemCredential: [Self.name, Self.credentialFile]
      }
    if let odd = Self.options.first(where: { arguments.has($0) && !allowed.contains($0) }) {
      throw CommandLineError(
        .illegalOption, "\(odd.typed) says nothing about a \(kind.name)")
    }
    switch kind {
    case .passphrase: content = .passphrase
    case .recoveryCode: content = .recoveryCode
    case .keyFile:
      guard let path = try Self.path(Self.file, arguments) else {
        throw CommandLineError(.missingOption, "say which key file, with \(Self.file.typed) PATH")
      }
      content = .keyFile(path: path, isMade: arguments.has(Self.make))
    case .systemCredential:
      guard let name = arguments.value(of: Self.name)?.text, !name.isEmpty else {
        throw CommandLineError(
          .missingOption, "say which credential, with \(Self.name.typed) NAME")
      }
      content = .systemCredential(name: name, path: try Self.path(Self.credentialFile, arguments))
    }
  }

  /// An absolute path, for the keychain looks for the file there from wherever it is used.
  private static func path(
    _ option: Option, _ arguments: Arguments
  ) throws(CommandLineError) -> String? {
    guard let word = arguments.value(of: option) else { return nil }
    guard let path = word.text, path.hasPrefix("/") else {
      throw CommandLineError(.illegalOption, "\(option.typed) takes an absolute path")
    }
    return path
  }

  /// Asks for it, makes it, or reads it.
  func make(
    _ questions: WayInQuestions, _ options: SecretOptions, _ answer: Answer
  ) throws(Failure) -> Made {
    switch content {
    case .passphrase: return Made(credential: try questions.newPassphrase(), file: nil)
    case .recoveryCode:
      let code = RecoveryCode.random()
      try RecoveryCodePage.show(code, questions, answer)
      return Made(credential: .recoveryCode(code), file: nil)
    case .keyFile(let path, let isMade):
      let material = try Self.attempt { () throws(KeychainEngineError) in
        isMade ? try KeyMaterial.makeKeyFile(at: path) : try KeyMaterial.keyFile(at: path)
      }
      if !isMade {
        answer.console.hint(
          "nothing slows down who guesses a key file: its bytes must be random, as --make makes them"
        )
      }
      return Made(credential: .keyFile(material), file: isMade ? path : nil)
    case .systemCredential(let name, let path):
      let folder = options.credentialsFolder
      guard path != nil || folder != nil else {
        throw Failure(
          ExitCode.noInput,
          "CREDENTIALS_DIRECTORY names no folder; say where the credential is with \(Self.credentialFile.typed) PATH",
          name: "noCredential")
      }
      let material = try Self.attempt { () throws(KeychainEngineError) in
        if let path {
          return try KeyMaterial(try KeyMaterial.keyFile(at: path).bytes, origin: name)
        }
        return try KeyMaterial.systemCredential(name, in: folder ?? "")
      }
      return Made(credential: .systemCredential(material), file: nil)
    }
  }

  private static func attempt<R>(
    _ body: () throws(KeychainEngineError) -> R
  ) throws(Failure) -> R {
    do throws(KeychainEngineError) { return try body() } catch { throw Failure(error) }
  }
}

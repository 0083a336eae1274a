// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite

/// What the program exits with, by sysexits.h.
enum ExitCode {
  static let usage: Int32 = 64
  static let dataError: Int32 = 65
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let software: Int32 = 70
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  static let temporaryFailure: Int32 = 75
  static let noPermission: Int32 = 77
}

/// Why a command did not do what it should.
struct Failure: Error {
  let exitCode: Int32
  /// What is said; never a key.
  let message: String?
  let hint: String?
  let usage: String?
  /// The name of the failure, for programs.
  let name: String

  init(
    _ exitCode: Int32, _ message: String?, hint: String? = nil, usage: String? = nil,
    name: String = "usage"
  ) {
    self.exitCode = exitCode
    self.message = message
    self.hint = hint
    self.usage = usage
    self.name = name
  }

  /// What may help where it fails; not every command has the option, or is not itself the help.
  enum Advice {
    case replace, salvage
  }

  init(_ error: EncryptedSQLiteError, advising advice: Set<Advice> = [.replace, .salvage]) {
    let (code, name) = Self.meaning(of: error.code)
    self.init(code, error.reason, hint: Self.hint(for: error, advice), name: name)
  }

  private static func hint(for error: EncryptedSQLiteError, _ advice: Set<Advice>) -> String? {
    switch error.code {
    case .damaged, .truncated:
      advice.contains(.salvage) && isDatabase(error.file)
        ? "strongroom db verify lists what is bad, db salvage keeps the rest" : nil
    case .targetExists:
      advice.contains(.replace) ? "--replace puts the new file in its place, once it is whole" : nil
    default: nil
    }
  }

  /// Whether there is something to salvage: no file that is empty or ends in its first bytes.
  private static func isDatabase(_ path: String?) -> Bool {
    guard let path, let info = try? EncryptedDatabase.info(at: path) else { return false }
    return info.kind == .encrypted
  }

  private static func meaning(of code: EncryptedSQLiteError.Code) -> (Int32, String) {
    switch code {
    case .wrongKey: (ExitCode.noPermission, "wrongKey")
    case .permissionDenied: (ExitCode.noPermission, "permissionDenied")
    case .notEncrypted: (ExitCode.dataError, "notEncrypted")
    case .notADatabase: (ExitCode.dataError, "notADatabase")
    case .unsupportedVersion: (ExitCode.dataError, "unsupportedVersion")
    case .damaged: (ExitCode.dataError, "damaged")
    case .truncated: (ExitCode.dataError, "truncated")
    case .invalidKey: (ExitCode.dataError, "invalidKey")
    case .rolledBack: (ExitCode.dataError, "rolledBack")
    case .unsupported: (ExitCode.dataError, "unsupported")
    case .notFound: (ExitCode.noInput, "notFound")
    case .targetExists: (ExitCode.cannotCreate, "targetExists")
    case .diskFull: (ExitCode.inputOutput, "diskFull")
    case .inputOutput: (ExitCode.inputOutput, "inputOutput")
    case .busy: (ExitCode.temporaryFailure, "busy")
    case .replaced: (ExitCode.temporaryFailure, "replaced")
    default: (ExitCode.software, "other")
    }
  }
}

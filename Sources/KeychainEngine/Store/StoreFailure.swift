// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import KeychainRequests
internal import SQLite

/// Says in the keychain's terms what the database reports.
enum StoreFailure {
  static func translate(_ error: SQLiteError) -> KeychainEngineError {
    if let encrypted = error.underlying as? EncryptedSQLiteError { return translate(encrypted) }
    let words = error.message
    return switch error.code {
    case .constraint:
      KeychainEngineError(
        .duplicateItem,
        "an item with the same class, access group and identifying attributes exists; update it instead",
        underlying: error)
    case .busy, .locked:
      KeychainEngineError(
        .notAvailable, "another process has been writing to the keychain for 5 seconds; try again",
        underlying: error)
    case .full:
      KeychainEngineError(
        .diskFull, "no space is left for the keychain; free some and try again", underlying: error)
    case .readOnly:
      KeychainEngineError(
        .readOnly, "the keychain can be read but not written: \(words)", underlying: error)
    case .outOfMemory:
      KeychainEngineError(.allocate, "not enough memory for the keychain", underlying: error)
    case .ioError:
      KeychainEngineError(
        .io, "the keychain's database cannot be read or written: \(words)", underlying: error)
    default:
      KeychainEngineError(
        .notAvailable, "the keychain's database cannot be used: \(words)", underlying: error)
    }
  }

  static func translate(_ error: EncryptedSQLiteError) -> KeychainEngineError {
    let status: Status =
      switch error.code {
      case .diskFull: .diskFull
      default: .notAvailable
      }
    return KeychainEngineError(
      status, "the keychain's database cannot be used: \(error.reason)", underlying: error)
  }
}

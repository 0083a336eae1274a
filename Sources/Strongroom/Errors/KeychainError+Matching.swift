// SPDX-License-Identifier: Apache-2.0

// A `catch` may name the failure: `catch .duplicateItem` where only keychain errors are thrown, and
// `catch KeychainError.Code.duplicateItem` everywhere.
extension KeychainError {
  /// Whether `error` is of this kind.
  public static func ~= (code: Code, error: KeychainError) -> Bool { error.code == code }
}

extension KeychainError.Code {
  /// Whether `error` is a ``KeychainError`` of this kind.
  public static func ~= (code: KeychainError.Code, error: any Error) -> Bool {
    (error as? KeychainError)?.code == code
  }
}

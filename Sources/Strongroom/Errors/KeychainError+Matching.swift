// SPDX-License-Identifier: Apache-2.0

extension KeychainError {
  /// Lets a `catch` name the failure: `catch KeychainError.Code.duplicateItem`.
  public static func ~= (code: Code, error: KeychainError) -> Bool { error.code == code }
}

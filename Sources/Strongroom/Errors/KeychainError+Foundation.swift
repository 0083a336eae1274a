// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension KeychainError: LocalizedError {
  /// What happened, with the failure's name and number.
  public var errorDescription: String? { description }
  /// What happened, and to which thing.
  public var failureReason: String? { reason }
  /// What to try.
  public var recoverySuggestion: String? { suggestion }
}

extension KeychainError: CustomNSError {
  /// The domain of `OSStatus` numbers, as on Apple's systems.
  public static var errorDomain: String { NSOSStatusErrorDomain }
  /// The `OSStatus`.
  public var errorCode: Int { Int(status) }

  /// The sentences.
  ///
  /// On Linux, Foundation asks only here once a type has a `userInfo` of its own, and no longer
  /// `LocalizedError`.
  public var errorUserInfo: [String: Any] {
    [
      NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason,
      NSLocalizedRecoverySuggestionErrorKey: suggestion,
    ]
  }
}

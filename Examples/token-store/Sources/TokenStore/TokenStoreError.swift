// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the keychain refused.
public struct TokenStoreError: Error, Equatable, LocalizedError {
  public let status: OSStatus

  public var errorDescription: String? { SecCopyErrorMessageString(status, nil) as String? }
}

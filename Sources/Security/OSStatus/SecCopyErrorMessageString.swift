// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
internal import KeychainRequests

/// Returns a sentence that tells a person what a result code means and, where something can be
/// done, what.
///
/// For a number that has no name it returns `OSStatus` and the number; it never returns nil.
///
/// ## On Linux
///
/// The sentences are this library's own, in English only: do not compare them with Apple's texts.
///
/// - Parameters:
///   - status: The code that a call returned.
///   - reserved: Not used; pass nil.
/// - Returns: A sentence, never nil.
public func SecCopyErrorMessageString(
  _ status: OSStatus, _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
  Status(rawValue: status).message as CFString
}

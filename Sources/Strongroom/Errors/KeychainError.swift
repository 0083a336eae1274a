// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// Why a call on the keychain did not do what it was asked to do.
///
/// Branch on ``code``, show ``reason`` and ``suggestion`` to people, and log the ``description``,
/// which has everything. Two errors are equal when their codes are. No error ever holds a secret.
///
/// ```swift
/// do {
///   try keychain.insert("s3cret", for: "ada")
/// } catch KeychainError.Code.duplicateItem {
///   // somebody was faster
/// } catch {
///   print(error.reason, error.suggestion)
/// }
/// ```
public struct KeychainError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// What happened, and to which thing.
  public let reason: String

  /// Makes an error, for stores and programs that answer in the keychain's terms.
  public init(_ code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The number of the failure, which Apple's API calls an `OSStatus`.
  public var status: Int32 { code.rawValue }

  /// The full name of the failure in Apple's API, such as `errSecItemNotFound`; nil for a number
  /// without a name.
  public var name: String? { Status(rawValue: status).name }

  /// What to try.
  public var suggestion: String { code.suggestion ?? Status(rawValue: status).message }

  /// What happened, and the failure's name and number.
  public var description: String { "\(reason) [\(Status(rawValue: status))]" }

  /// Whether both report the same code.
  public static func == (a: KeychainError, b: KeychainError) -> Bool { a.code == b.code }
}

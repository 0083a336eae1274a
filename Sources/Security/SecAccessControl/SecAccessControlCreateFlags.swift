// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What a ``SecAccessControl`` demands before its item can be used.
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
  /// The bits, with Apple's meaning.
  public let rawValue: CFOptionFlags

  /// Makes a set of flags from bits.
  public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

  private init(_ flags: AccessControl.Flags) { rawValue = flags.rawValue }

  /// Somebody must show to be there, by biometry or the passcode.
  public static let userPresence = SecAccessControlCreateFlags(.userPresence)

  /// Somebody must show a finger or face that the device knows.
  public static let biometryAny = SecAccessControlCreateFlags(.biometryAny)

  /// The older name of ``biometryAny``.
  public static let touchIDAny = biometryAny

  /// Somebody must show a finger or face that the device knew when the item was made.
  public static let biometryCurrentSet = SecAccessControlCreateFlags(.biometryCurrentSet)

  /// The older name of ``biometryCurrentSet``.
  public static let touchIDCurrentSet = biometryCurrentSet

  /// Somebody must give the passcode.
  public static let devicePasscode = SecAccessControlCreateFlags(.devicePasscode)

  /// A paired device, such as a watch, must be there.
  public static let companion = SecAccessControlCreateFlags(.companion)

  /// The older name of ``companion``.
  public static let watch = companion

  /// One of the constraints is enough.
  public static let or = SecAccessControlCreateFlags(.or)

  /// All of the constraints must hold; so it is when nothing is said, too.
  public static let and = SecAccessControlCreateFlags(.and)

  /// The item is a private key that is used and never read.
  public static let privateKeyUsage = SecAccessControlCreateFlags(.privateKeyUsage)

  /// A password that the application asks for takes part in the item's encryption.
  public static let applicationPassword = SecAccessControlCreateFlags(.applicationPassword)
}

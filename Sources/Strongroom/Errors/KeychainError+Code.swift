// SPDX-License-Identifier: Apache-2.0

extension KeychainError {
  /// A kind of failure: the number that Apple's API calls an `OSStatus`.
  ///
  /// The constants are the ones that programs branch on; any other number keeps its meaning, and
  /// its sentence.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int32

    /// Holds any number, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// An item with the same identifying attributes is there already (-25299).
    public static let duplicateItem = Code(rawValue: -25299)
    /// Nothing in the program's access groups fits (-25300).
    public static let itemNotFound = Code(rawValue: -25300)
    /// The program has no access group, or not the one that was named (-34018).
    public static let missingEntitlement = Code(rawValue: -34018)
    /// The keychain is locked, or a person would have to be asked and may not be (-25308).
    public static let interactionNotAllowed = Code(rawValue: -25308)
    /// The keychain cannot be reached or opened (-25291).
    public static let notAvailable = Code(rawValue: -25291)
    /// Authentication failed: the passphrase is wrong, or there is none where one is needed
    /// (-25293).
    public static let authenticationFailed = Code(rawValue: -25293)
    /// The person who was asked declined (-128).
    public static let userCanceled = Code(rawValue: -128)
    /// The keychain can be read but not changed (-25292).
    public static let readOnly = Code(rawValue: -25292)
    /// The files are no keychain, or are damaged (-25295).
    public static let invalidKeychain = Code(rawValue: -25295)
    /// No space is left on the disk (-34).
    public static let diskFull = Code(rawValue: -34)
    /// The system failed to read or write (-36).
    public static let inputOutput = Code(rawValue: -36)
    /// The item is there, and holds something else than what was asked for (-26275).
    public static let undecodable = Code(rawValue: -26275)
    /// An argument cannot be right: a mistake in the program (-50).
    public static let invalidParameter = Code(rawValue: -50)
    /// Not available for this kind of item, or not on this system (-4).
    public static let unimplemented = Code(rawValue: -4)
    /// Something failed that should not (-67671).
    public static let internalError = Code(rawValue: -67671)
  }
}

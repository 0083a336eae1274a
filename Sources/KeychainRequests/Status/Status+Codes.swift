// SPDX-License-Identifier: Apache-2.0

/// The codes that the keychain itself answers with; all others are found by number or name.
extension Status {
  /// The call did what it was asked to do.
  package static let success = Status(rawValue: 0)
  /// Not available for this class of item, or not on this system.
  package static let unimplemented = Status(rawValue: -4)
  /// No space is left.
  package static let diskFull = Status(rawValue: -34)
  /// Reading or writing failed.
  package static let io = Status(rawValue: -36)
  /// An argument, or a key or value of a query, is wrong.
  package static let param = Status(rawValue: -50)
  /// This user may not write the file.
  package static let wrPerm = Status(rawValue: -61)
  /// Not enough memory.
  package static let allocate = Status(rawValue: -108)
  /// The person who was asked to authenticate declined.
  package static let userCanceled = Status(rawValue: -128)
  /// The call makes no sense in the present state.
  package static let badReq = Status(rawValue: -909)
  /// A part of the keychain failed.
  package static let internalComponent = Status(rawValue: -2070)
  /// A state that the keychain does not expect.
  package static let internalError = Status(rawValue: -67671)
  /// The caller has no access group, or not the one it names.
  package static let missingEntitlement = Status(rawValue: -34018)
  /// A caller of this kind may not make this call.
  package static let restrictedAPI = Status(rawValue: -34020)
  /// The keychain cannot be reached or opened.
  package static let notAvailable = Status(rawValue: -25291)
  /// The keychain can be read but not changed.
  package static let readOnly = Status(rawValue: -25292)
  /// Authentication failed.
  package static let authFailed = Status(rawValue: -25293)
  /// There is no such keychain.
  package static let noSuchKeychain = Status(rawValue: -25294)
  /// The file is not a keychain.
  package static let invalidKeychain = Status(rawValue: -25295)
  /// There is such a keychain already.
  package static let duplicateKeychain = Status(rawValue: -25296)
  /// An item with the same identifying attributes exists.
  package static let duplicateItem = Status(rawValue: -25299)
  /// Nothing matches the query.
  package static let itemNotFound = Status(rawValue: -25300)
  /// The data are too large.
  package static let dataTooLarge = Status(rawValue: -25302)
  /// The class has no such attribute.
  package static let noSuchAttribute = Status(rawValue: -25303)
  /// The item that is referred to has gone.
  package static let invalidItemReference = Status(rawValue: -25304)
  /// There is no such class.
  package static let noSuchClass = Status(rawValue: -25306)
  /// The keychain is locked, or a person would have to be asked and may not be.
  package static let interactionNotAllowed = Status(rawValue: -25308)
  /// The attribute cannot be changed.
  package static let readOnlyAttribute = Status(rawValue: -25309)
  /// The keychain was made by a version that does not fit.
  package static let wrongVersion = Status(rawValue: -25310)
  /// Keys of this type cannot have this size.
  package static let keySizeNotAllowed = Status(rawValue: -25311)
  /// A person must be asked first.
  package static let interactionRequired = Status(rawValue: -25315)
  /// The contents cannot be read at present.
  package static let dataNotAvailable = Status(rawValue: -25316)
  /// The contents cannot be changed.
  package static let dataNotModifiable = Status(rawValue: -25317)
  /// A passphrase is needed.
  package static let passphraseRequired = Status(rawValue: -25260)
  /// Bytes cannot be decoded.
  package static let decode = Status(rawValue: -26275)
  /// The keychain service is not running.
  package static let serviceNotAvailable = Status(rawValue: -67585)
  /// Another program holds the database.
  package static let databaseLocked = Status(rawValue: -67869)
  /// The space that this user may fill is used up.
  package static let quotaExceeded = Status(rawValue: -67596)
  /// A signature or another cryptographic check failed.
  package static let verifyFailed = Status(rawValue: -67808)
  /// The format is not supported here.
  package static let unsupportedFormat = Status(rawValue: -25256)
  /// The format was not recognised.
  package static let unknownFormat = Status(rawValue: -25257)
}

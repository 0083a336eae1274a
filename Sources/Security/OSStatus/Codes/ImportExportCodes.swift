// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of importing and exporting keys and certificates.

/// The format is known but cannot be read or written for this kind of item.
public let errSecUnsupportedFormat: OSStatus = -25256

/// The format of the data was not recognised.
public let errSecUnknownFormat: OSStatus = -25257

/// The key may leave the keychain only encrypted.
public let errSecKeyIsSensitive: OSStatus = -25258

/// The file holds several private keys where only one can be imported.
public let errSecMultiplePrivKeys: OSStatus = -25259

/// The data are encrypted.
public let errSecPassphraseRequired: OSStatus = -25260

/// The reference to the password is not valid.
public let errSecInvalidPasswordRef: OSStatus = -25261

/// The PKCS#12 file did not verify: the passphrase is wrong or the file is damaged.
public let errSecPkcs12VerifyFailure: OSStatus = -25264

/// A form among the data has a type that is not valid.
public let errSecInvalidFormType: OSStatus = -67831

/// The form was rejected.
public let errSecRejectedForm: OSStatus = -67845

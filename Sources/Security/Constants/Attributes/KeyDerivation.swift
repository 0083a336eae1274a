// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Parameters for deriving a key from a password.

/// The pseudo-random function to derive with; its value is one of the `kSecAttrPRF…` constants.
@safe nonisolated(unsafe) public let kSecAttrPRF: CFString = "prf"

/// HMAC with SHA-1.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA1: CFString = "hsha1"

/// HMAC with SHA-224.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA224: CFString = "hsha224"

/// HMAC with SHA-256.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA256: CFString = "hsha256"

/// HMAC with SHA-384.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA384: CFString = "hsha384"

/// HMAC with SHA-512.
@safe nonisolated(unsafe) public let kSecAttrPRFHmacAlgSHA512: CFString = "hsha512"

/// The number of rounds to derive with.
@safe nonisolated(unsafe) public let kSecAttrRounds: CFString = "rounds"

/// The salt to derive with.
@safe nonisolated(unsafe) public let kSecAttrSalt: CFString = "salt"

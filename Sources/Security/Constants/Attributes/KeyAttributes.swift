// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Attributes of keys.

/// Whether the key is public, private or symmetric; its value is one of the `kSecAttrKeyClass…`
/// constants.
@safe nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"

/// The algorithm that the key is for; its value is one of the `kSecAttrKeyType…` constants.
@safe nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"

/// The size of the key in bits.
@safe nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"

/// The number of bits of the key that count.
@safe nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"

/// The label by which programs find the key; for key pairs the digest of the public key.
@safe nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"

/// A tag of the program's own, by which it tells its keys apart.
@safe nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"

/// Who made the key, as a number.
@safe nonisolated(unsafe) public let kSecAttrKeyCreator: CFString = "crtr"

/// Whether the key is kept in the keychain when it is made.
@safe nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"

/// Whether the key is a private one.
@safe nonisolated(unsafe) public let kSecAttrIsPrivate: CFString = "priv"

/// Whether the key's attributes may be changed.
@safe nonisolated(unsafe) public let kSecAttrIsModifiable: CFString = "modi"

/// Whether the key may leave the keychain only encrypted.
@safe nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"

/// Whether the key was sensitive from its beginning.
@safe nonisolated(unsafe) public let kSecAttrWasAlwaysSensitive: CFString = "asen"

/// Whether the key may leave the keychain at all.
@safe nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"

/// Whether the key could never leave the keychain since its beginning.
@safe nonisolated(unsafe) public let kSecAttrWasNeverExtractable: CFString = "next"

/// Whether the key may encrypt.
@safe nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"

/// Whether the key may decrypt.
@safe nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"

/// Whether other keys may be derived from the key.
@safe nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"

/// Whether the key may sign.
@safe nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"

/// Whether the key may verify signatures.
@safe nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"

/// Whether the key may make signatures that hold the message.
@safe nonisolated(unsafe) public let kSecAttrCanSignRecover: CFString = "snrc"

/// Whether the key may verify signatures that hold the message.
@safe nonisolated(unsafe) public let kSecAttrCanVerifyRecover: CFString = "vyrc"

/// Whether the key may wrap other keys.
@safe nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"

/// Whether the key may unwrap other keys.
@safe nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"

/// The date from which the key may be used.
@safe nonisolated(unsafe) public let kSecAttrStartDate: CFString = "sdat"

/// The date until which the key may be used.
@safe nonisolated(unsafe) public let kSecAttrEndDate: CFString = "edat"

/// The attributes for the private half of a key pair that is to be made, as a dictionary.
@safe nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"

/// The attributes for the public half of a key pair that is to be made, as a dictionary.
@safe nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"

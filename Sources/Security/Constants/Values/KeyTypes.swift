// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Values of ``kSecAttrKeyType``.

/// RSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"

/// Elliptic curves; the older name of ``kSecAttrKeyTypeECSECPrimeRandom``.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"

/// Elliptic curves for signing; the same value as ``kSecAttrKeyTypeECSECPrimeRandom``.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"

/// The NIST curves over prime fields; the size of the key chooses the curve.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"

/// The NIST curves, computed by the processor's public key unit.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandomPKA: CFString = "2147483678"

/// A key by which the processor's secure part vouches for others.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAttestation: CFString =
  "2147483679"

/// A key by which the processor's secure part vouches for others without naming itself.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAnonymousAttestation: CFString =
  "2147483680"

/// Ed25519 signatures.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEd25519: CFString = "105"

/// X25519 key agreement.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeX25519: CFString = "106"

/// Ed448 signatures.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEd448: CFString = "107"

/// X448 key agreement.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeX448: CFString = "108"

/// Kyber, the draft from which ML-KEM came.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeKyber: CFString = "109"

/// ML-KEM key encapsulation.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeMLKEM: CFString = "110"

/// ML-DSA signatures.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeMLDSA: CFString = "111"

/// DSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"

/// AES.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"

/// DES; far too weak for new data.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"

/// Triple DES; too weak for new data.
@safe nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"

/// RC2; too weak for new data.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"

/// RC4; too weak for new data.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"

/// CAST; too weak for new data.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"

// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Values of ``kSecAttrKeySizeInBits`` for algorithms whose sizes are names of parameter sets.

/// Kyber-768.
@safe nonisolated(unsafe) public let kSecAttrKeySizeKyber768: CFString = "768"

/// Kyber-1024.
@safe nonisolated(unsafe) public let kSecAttrKeySizeKyber1024: CFString = "1024"

/// ML-KEM-768.
@safe nonisolated(unsafe) public let kSecAttrKeySizeMLKEM768: CFString = "768"

/// ML-KEM-1024.
@safe nonisolated(unsafe) public let kSecAttrKeySizeMLKEM1024: CFString = "1024"

/// ML-DSA-65.
@safe nonisolated(unsafe) public let kSecAttrKeySizeMLDSA65: CFString = "65"

/// ML-DSA-87.
@safe nonisolated(unsafe) public let kSecAttrKeySizeMLDSA87: CFString = "87"

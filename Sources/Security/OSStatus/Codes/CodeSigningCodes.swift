// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of certificates that sign programs and resources.

/// The certificate chain of the program's signature has a wrong length.
public let errSecCodeSigningBadCertChainLength: OSStatus = -67647

/// A certificate of the program's signature lacks basic constraints.
public let errSecCodeSigningNoBasicConstraints: OSStatus = -67648

/// A certificate of the program's signature has a wrong path length constraint.
public let errSecCodeSigningBadPathLengthConstraint: OSStatus = -67649

/// The certificate of the program's signature lacks an extended key usage.
public let errSecCodeSigningNoExtendedKeyUsage: OSStatus = -67650

/// The program was signed for development, which is not enough here.
public let errSecCodeSigningDevelopment: OSStatus = -67651

/// The certificate chain of the resource's signature has a wrong length.
public let errSecResourceSignBadCertChainLength: OSStatus = -67652

/// The extended key usage of the resource's signature is not the one for resources.
public let errSecResourceSignBadExtKeyUsage: OSStatus = -67653

/// The signature is not valid: the data were changed, or signed with another key.
public let errSecInvalidSignature: OSStatus = -67688

/// Verification failed.
public let errSecVerificationFailure: OSStatus = -67686

/// A cryptographic check failed: the data, the signature and the key do not belong together.
public let errSecVerifyFailed: OSStatus = -67808

/// The signature does not match what it was made over.
public let errSecAppleSignatureMismatch: OSStatus = -67591

/// The description of the bundle is not valid.
public let errSecInvalidBundleInfo: OSStatus = -67857

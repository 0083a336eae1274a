// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of certificate revocation: lists (CRL) and live answers (OCSP).

/// The revocation list has expired.
public let errSecCRLExpired: OSStatus = -67613

/// The revocation list is not valid yet.
public let errSecCRLNotValidYet: OSStatus = -67614

/// No revocation list was found for this certificate.
public let errSecCRLNotFound: OSStatus = -67615

/// The server of revocation lists does not answer.
public let errSecCRLServerDown: OSStatus = -67616

/// The address of the revocation list is not a valid one.
public let errSecCRLBadURI: OSStatus = -67617

/// The revocation list was signed by somebody who is not trusted for it.
public let errSecCRLNotTrusted: OSStatus = -67620

/// The revocation list does not satisfy the policy.
public let errSecCRLPolicyFailed: OSStatus = -67621

/// The revocation list has been signed already and cannot be changed.
public let errSecCRLAlreadySigned: OSStatus = -67684

/// The revocation list holds an extension that is not known.
public let errSecUnknownCRLExtension: OSStatus = -67619

/// The revocation list is not valid.
public let errSecInvalidCRL: OSStatus = -67830

/// The authority that issued the revocation list is not a valid one.
public let errSecInvalidCRLAuthority: OSStatus = -67827

/// The encoding of the revocation list is not valid.
public let errSecInvalidCRLEncoding: OSStatus = -67828

/// The type of the revocation list is not valid.
public let errSecInvalidCRLType: OSStatus = -67829

/// The group of revocation lists is not valid.
public let errSecInvalidCRLGroup: OSStatus = -67816

/// There is no entry of that number in the revocation list.
public let errSecInvalidCRLIndex: OSStatus = -67858

/// The reason given for a revocation is not one of those defined.
public let errSecInvalidReason: OSStatus = -67837

/// It could not be found out for every certificate whether it was revoked.
public let errSecIncompleteCertRevocationCheck: OSStatus = -67635

/// The network failed.
public let errSecNetworkFailure: OSStatus = -67636

/// The revocation list's issuing distribution point cannot be processed.
public let errSecIDPFailure: OSStatus = -67622

/// The question about revocation (OCSP) is not well formed or could not be read.
public let errSecOCSPBadRequest: OSStatus = -67631

/// The answer about revocation (OCSP) is not well formed or could not be read.
public let errSecOCSPBadResponse: OSStatus = -67630

/// No service that answers about revocation (OCSP) could be reached.
public let errSecOCSPUnavailable: OSStatus = -67632

/// The revocation service (OCSP) does not know this certificate.
public let errSecOCSPStatusUnrecognized: OSStatus = -67633

/// The answer about revocation (OCSP) leads back to no trusted root.
public let errSecOCSPNotTrustedToAnchor: OSStatus = -67637

/// The signature of the answer about revocation (OCSP) is wrong.
public let errSecOCSPSignatureError: OSStatus = -67639

/// The answer about revocation (OCSP) does not carry its signer's certificate.
public let errSecOCSPNoSigner: OSStatus = -67640

/// The revocation service (OCSP) says that it cannot read the question.
public let errSecOCSPResponderMalformedReq: OSStatus = -67641

/// The revocation service (OCSP) says that it failed within.
public let errSecOCSPResponderInternalError: OSStatus = -67642

/// The revocation service (OCSP) is busy and asks to try again later.
public let errSecOCSPResponderTryLater: OSStatus = -67643

/// The revocation service (OCSP) answers only questions that are signed.
public let errSecOCSPResponderSignatureRequired: OSStatus = -67644

/// The revocation service (OCSP) refuses to answer this program.
public let errSecOCSPResponderUnauthorized: OSStatus = -67645

/// The answer about revocation (OCSP) belongs to another question, and may be a replay.
public let errSecOCSPResponseNonceMismatch: OSStatus = -67646

/// There are no more data to read.
public let errSecEndOfData: OSStatus = -67634

// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of certificates and their extensions.

/// The reference does not stand for a certificate.
public let errSecInvalidCertificateRef: OSStatus = -67690

/// The group of certificates is not valid.
public let errSecInvalidCertificateGroup: OSStatus = -67691

/// The authority that issued the certificate is not a valid one.
public let errSecInvalidCertAuthority: OSStatus = -67826

/// The certificate has expired.
public let errSecCertificateExpired: OSStatus = -67818

/// The certificate is not valid yet.
public let errSecCertificateNotValidYet: OSStatus = -67819

/// The certificate was revoked by its issuer.
public let errSecCertificateRevoked: OSStatus = -67820

/// The certificate is suspended for the time being by its issuer.
public let errSecCertificateSuspended: OSStatus = -67821

/// The certificate may not be used for this operation.
public let errSecCertificateCannotOperate: OSStatus = -67817

/// The certificate's name is not among those that its issuer may certify.
public let errSecCertificateNameNotAllowed: OSStatus = -67900

/// The certificate's policy is not among those that its issuer permits.
public let errSecCertificatePolicyNotAllowed: OSStatus = -67899

/// The certificate is valid for longer than is allowed.
public let errSecCertificateValidityPeriodTooLong: OSStatus = -67901

/// The certificate is that of an authority, and cannot be used as one of an end entity.
public let errSecCertificateIsCA: OSStatus = -67902

/// The certificate holds the same extension twice.
public let errSecCertificateDuplicateExtension: OSStatus = -67903

/// The certificate lacks the statement that would make it a qualified one.
public let errSecMissingQualifiedCertStatement: OSStatus = -67904

/// The certificate holds a statement about its qualification that is not known.
public let errSecUnknownQualifiedCertStatement: OSStatus = -67656

/// The certificate lacks an extension that is required.
public let errSecMissingRequiredExtension: OSStatus = -67880

/// The certificate holds an extension that is not known.
public let errSecUnknownCertExtension: OSStatus = -67618

/// An extension that is not known is marked critical, so the certificate cannot be accepted.
public let errSecUnknownCriticalExtensionFlag: OSStatus = -67603

/// The extended key usage of the certificate ought to be marked critical.
public let errSecExtendedKeyUsageNotCritical: OSStatus = -67881

/// The extended key usage of the certificate does not allow this purpose.
public let errSecInvalidExtendedKeyUsage: OSStatus = -67609

/// The key usage of the certificate is not what the policy asks for.
public let errSecInvalidKeyUsageForPolicy: OSStatus = -67608

/// The certificate says nothing about basic constraints, though it must.
public let errSecNoBasicConstraints: OSStatus = -67604

/// The certificate does not say whether it belongs to an authority.
public let errSecNoBasicConstraintsCA: OSStatus = -67605

/// The chain has more certificates than one of them allows below it.
public let errSecPathLengthConstraintExceeded: OSStatus = -67611

/// The identifier of the issuer's key does not fit the issuer.
public let errSecInvalidAuthorityKeyID: OSStatus = -67606

/// The identifier of the certificate's own key is not valid.
public let errSecInvalidSubjectKeyID: OSStatus = -67607

/// The subject name of the certificate is not valid.
public let errSecInvalidSubjectName: OSStatus = -67655

/// The certificate's issuer and its authority key do not belong together.
public let errSecInvalidIDLinkage: OSStatus = -67610

/// The validity period of the certificate is not valid.
public let errSecInvalidValidityPeriod: OSStatus = -67854

// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of certificates for mail (S/MIME) and for servers (TLS).

/// The certificate does not name the mail address that was asked for.
public let errSecSMIMEEmailAddressesNotFound: OSStatus = -67623

/// The extended key usage of the certificate does not allow secure mail.
public let errSecSMIMEBadExtendedKeyUsage: OSStatus = -67624

/// The key usage of the certificate does not fit secure mail.
public let errSecSMIMEBadKeyUsage: OSStatus = -67625

/// The key usage of the mail certificate ought to be marked critical.
public let errSecSMIMEKeyUsageNotCritical: OSStatus = -67626

/// The certificate does not name any mail address.
public let errSecSMIMENoEmailAddress: OSStatus = -67627

/// The mail certificate's alternative name ought to be marked critical, for its subject is empty.
public let errSecSMIMESubjAltNameNotCritical: OSStatus = -67628

/// The extended key usage of the certificate does not allow servers or clients of TLS.
public let errSecSSLBadExtendedKeyUsage: OSStatus = -67629

/// The other side fell back to an old version of the protocol; somebody may be tampering.
public let errSecAppleSSLv2Rollback: OSStatus = -67595

/// The party that makes the request is not valid.
public let errSecInvalidRequestor: OSStatus = -67855

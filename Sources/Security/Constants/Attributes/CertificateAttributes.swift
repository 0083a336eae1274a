// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Attributes of certificates.

/// The version of X.509 that the certificate follows.
@safe nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"

/// The encoding of the certificate.
@safe nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"

/// The name of the one whom the certificate is about, encoded.
@safe nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"

/// The name of the one who issued the certificate, encoded.
@safe nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"

/// The number that the issuer gave the certificate.
@safe nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"

/// The identifier of the certificate's key.
@safe nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"

/// The digest of the certificate's public key; it leads to the private key.
@safe nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"

// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of certificates and their extensions.
  static let certificates: [StatusEntry] = [
    StatusEntry(
      -67690, "errSecInvalidCertificateRef",
      "The reference does not stand for a certificate."),
    StatusEntry(
      -67691, "errSecInvalidCertificateGroup",
      "The group of certificates is not valid."),
    StatusEntry(
      -67826, "errSecInvalidCertAuthority",
      "The authority that issued the certificate is not a valid one."),
    StatusEntry(
      -67818, "errSecCertificateExpired",
      "The certificate has expired. Renew it, and check the clock."),
    StatusEntry(
      -67819, "errSecCertificateNotValidYet",
      "The certificate is not valid yet. Check the clock."),
    StatusEntry(
      -67820, "errSecCertificateRevoked",
      "The certificate was revoked by its issuer. Do not use it any more."),
    StatusEntry(
      -67821, "errSecCertificateSuspended",
      "The certificate is suspended for the time being by its issuer."),
    StatusEntry(
      -67817, "errSecCertificateCannotOperate",
      "The certificate may not be used for this operation."),
    StatusEntry(
      -67900, "errSecCertificateNameNotAllowed",
      "The certificate's name is not among those that its issuer may certify."),
    StatusEntry(
      -67899, "errSecCertificatePolicyNotAllowed",
      "The certificate's policy is not among those that its issuer permits."),
    StatusEntry(
      -67901, "errSecCertificateValidityPeriodTooLong",
      "The certificate is valid for longer than is allowed."),
    StatusEntry(
      -67902, "errSecCertificateIsCA",
      "The certificate is that of an authority, and cannot be used as one of an end entity."),
    StatusEntry(
      -67903, "errSecCertificateDuplicateExtension",
      "The certificate holds the same extension twice."),
    StatusEntry(
      -67904, "errSecMissingQualifiedCertStatement",
      "The certificate lacks the statement that would make it a qualified one."),
    StatusEntry(
      -67656, "errSecUnknownQualifiedCertStatement",
      "The certificate holds a statement about its qualification that is not known."),
    StatusEntry(
      -67880, "errSecMissingRequiredExtension",
      "The certificate lacks an extension that is required."),
    StatusEntry(
      -67618, "errSecUnknownCertExtension",
      "The certificate holds an extension that is not known."),
    StatusEntry(
      -67603, "errSecUnknownCriticalExtensionFlag",
      "An extension that is not known is marked critical, so the certificate cannot be accepted."),
    StatusEntry(
      -67881, "errSecExtendedKeyUsageNotCritical",
      "The extended key usage of the certificate ought to be marked critical."),
    StatusEntry(
      -67609, "errSecInvalidExtendedKeyUsage",
      "The extended key usage of the certificate does not allow this purpose."),
    StatusEntry(
      -67608, "errSecInvalidKeyUsageForPolicy",
      "The key usage of the certificate is not what the policy asks for."),
    StatusEntry(
      -67604, "errSecNoBasicConstraints",
      "The certificate says nothing about basic constraints, though it must."),
    StatusEntry(
      -67605, "errSecNoBasicConstraintsCA",
      "The certificate does not say whether it belongs to an authority."),
    StatusEntry(
      -67611, "errSecPathLengthConstraintExceeded",
      "The chain has more certificates than one of them allows below it."),
    StatusEntry(
      -67606, "errSecInvalidAuthorityKeyID",
      "The identifier of the issuer's key does not fit the issuer."),
    StatusEntry(
      -67607, "errSecInvalidSubjectKeyID",
      "The identifier of the certificate's own key is not valid."),
    StatusEntry(
      -67655, "errSecInvalidSubjectName",
      "The subject name of the certificate is not valid."),
    StatusEntry(
      -67610, "errSecInvalidIDLinkage",
      "The certificate's issuer and its authority key do not belong together."),
    StatusEntry(
      -67854, "errSecInvalidValidityPeriod",
      "The validity period of the certificate is not valid."),
  ]
}

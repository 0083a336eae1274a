// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of certificates for mail (S/MIME) and for servers (TLS).
  static let mailAndServers: [StatusEntry] = [
    StatusEntry(
      -67623, "errSecSMIMEEmailAddressesNotFound",
      "The certificate does not name the mail address that was asked for."),
    StatusEntry(
      -67624, "errSecSMIMEBadExtendedKeyUsage",
      "The extended key usage of the certificate does not allow secure mail."),
    StatusEntry(
      -67625, "errSecSMIMEBadKeyUsage",
      "The key usage of the certificate does not fit secure mail."),
    StatusEntry(
      -67626, "errSecSMIMEKeyUsageNotCritical",
      "The key usage of the mail certificate ought to be marked critical."),
    StatusEntry(
      -67627, "errSecSMIMENoEmailAddress",
      "The certificate does not name any mail address."),
    StatusEntry(
      -67628, "errSecSMIMESubjAltNameNotCritical",
      "The mail certificate's alternative name ought to be marked critical, for its subject is empty."
    ),
    StatusEntry(
      -67629, "errSecSSLBadExtendedKeyUsage",
      "The extended key usage of the certificate does not allow servers or clients of TLS."),
    StatusEntry(
      -67595, "errSecAppleSSLv2Rollback",
      "The other side fell back to an old version of the protocol; somebody may be tampering."),
    StatusEntry(
      -67855, "errSecInvalidRequestor",
      "The party that makes the request is not valid."),
  ]
}

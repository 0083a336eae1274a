// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of importing and exporting keys and certificates.
  static let importExport: [StatusEntry] = [
    StatusEntry(
      -25256, "errSecUnsupportedFormat",
      "The format is known but cannot be read or written for this kind of item."),
    StatusEntry(
      -25257, "errSecUnknownFormat",
      "The format of the data was not recognised. Say which format it is."),
    StatusEntry(
      -25258, "errSecKeyIsSensitive",
      "The key may leave the keychain only encrypted. Give a passphrase for the export."),
    StatusEntry(
      -25259, "errSecMultiplePrivKeys",
      "The file holds several private keys where only one can be imported."),
    StatusEntry(
      -25260, "errSecPassphraseRequired",
      "The data are encrypted. Give the passphrase."),
    StatusEntry(
      -25261, "errSecInvalidPasswordRef",
      "The reference to the password is not valid."),
    StatusEntry(
      -25264, "errSecPkcs12VerifyFailure",
      "The PKCS#12 file did not verify: the passphrase is wrong or the file is damaged."),
    StatusEntry(
      -67831, "errSecInvalidFormType",
      "A form among the data has a type that is not valid."),
    StatusEntry(
      -67845, "errSecRejectedForm",
      "The form was rejected."),
  ]
}

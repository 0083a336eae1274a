// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of certificates that sign programs and resources.
  static let codeSigning: [StatusEntry] = [
    StatusEntry(
      -67647, "errSecCodeSigningBadCertChainLength",
      "The certificate chain of the program's signature has a wrong length."),
    StatusEntry(
      -67648, "errSecCodeSigningNoBasicConstraints",
      "A certificate of the program's signature lacks basic constraints."),
    StatusEntry(
      -67649, "errSecCodeSigningBadPathLengthConstraint",
      "A certificate of the program's signature has a wrong path length constraint."),
    StatusEntry(
      -67650, "errSecCodeSigningNoExtendedKeyUsage",
      "The certificate of the program's signature lacks an extended key usage."),
    StatusEntry(
      -67651, "errSecCodeSigningDevelopment",
      "The program was signed for development, which is not enough here."),
    StatusEntry(
      -67652, "errSecResourceSignBadCertChainLength",
      "The certificate chain of the resource's signature has a wrong length."),
    StatusEntry(
      -67653, "errSecResourceSignBadExtKeyUsage",
      "The extended key usage of the resource's signature is not the one for resources."),
    StatusEntry(
      -67688, "errSecInvalidSignature",
      "The signature is not valid: the data were changed, or signed with another key."),
    StatusEntry(
      -67686, "errSecVerificationFailure",
      "Verification failed."),
    StatusEntry(
      -67808, "errSecVerifyFailed",
      "A cryptographic check failed: the data, the signature and the key do not belong together."),
    StatusEntry(
      -67591, "errSecAppleSignatureMismatch",
      "The signature does not match what it was made over."),
    StatusEntry(
      -67857, "errSecInvalidBundleInfo",
      "The description of the bundle is not valid."),
  ]
}

// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of trust, its policies and its settings.
  static let trust: [StatusEntry] = [
    StatusEntry(
      -25241, "errSecPolicyNotFound",
      "There is no such trust policy."),
    StatusEntry(
      -25242, "errSecInvalidTrustSetting",
      "A trust setting is not valid."),
    StatusEntry(
      -25245, "errSecTrustNotAvailable",
      "Nothing is known yet about the trust in this certificate. Evaluate it first."),
    StatusEntry(
      -25262, "errSecInvalidTrustSettings",
      "The file of trust settings is damaged."),
    StatusEntry(
      -25263, "errSecNoTrustSettings",
      "There are no trust settings for this certificate."),
    StatusEntry(
      -67843, "errSecNotTrusted",
      "The certificate is not trusted. Install its root, or set its trust, if you know it to be genuine."
    ),
    StatusEntry(
      -67654, "errSecTrustSettingDeny",
      "The trust settings say that this certificate is never to be trusted."),
    StatusEntry(
      -26267, "errSecNotSigner",
      "The certificate was not signed by the one that was named as its issuer."),
    StatusEntry(
      -67602, "errSecHostNameMismatch",
      "The certificate is for another host than the one you meant to reach."),
    StatusEntry(
      -67835, "errSecInvalidPolicyIdentifiers",
      "The identifiers of trust policies are not valid."),
    StatusEntry(
      -67840, "errSecInvalidStopOnPolicy",
      "The rule that says when an evaluation is to stop is not valid."),
    StatusEntry(
      -67841, "errSecInvalidTuple",
      "A rule among the trust rules is not valid."),
    StatusEntry(
      -67852, "errSecInvalidTupleCredentials",
      "The credentials that go with a trust rule are not valid."),
    StatusEntry(
      -67850, "errSecInvalidTupleGroup",
      "The group of trust rules is not valid."),
    StatusEntry(
      -67842, "errSecMultipleValuesUnsupported",
      "Only one value can be given here."),
    StatusEntry(
      -67612, "errSecInvalidRoot",
      "The root certificate is not valid."),
  ]
}

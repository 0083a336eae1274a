// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of certificate revocation: lists (CRL) and live answers (OCSP).
  static let revocation: [StatusEntry] = [
    StatusEntry(
      -67613, "errSecCRLExpired",
      "The revocation list has expired. Fetch a new one."),
    StatusEntry(
      -67614, "errSecCRLNotValidYet",
      "The revocation list is not valid yet. Check the clock against its date."),
    StatusEntry(
      -67615, "errSecCRLNotFound",
      "No revocation list was found for this certificate."),
    StatusEntry(
      -67616, "errSecCRLServerDown",
      "The server of revocation lists does not answer. Try again later."),
    StatusEntry(
      -67617, "errSecCRLBadURI",
      "The address of the revocation list is not a valid one."),
    StatusEntry(
      -67620, "errSecCRLNotTrusted",
      "The revocation list was signed by somebody who is not trusted for it."),
    StatusEntry(
      -67621, "errSecCRLPolicyFailed",
      "The revocation list does not satisfy the policy."),
    StatusEntry(
      -67684, "errSecCRLAlreadySigned",
      "The revocation list has been signed already and cannot be changed."),
    StatusEntry(
      -67619, "errSecUnknownCRLExtension",
      "The revocation list holds an extension that is not known."),
    StatusEntry(
      -67830, "errSecInvalidCRL",
      "The revocation list is not valid."),
    StatusEntry(
      -67827, "errSecInvalidCRLAuthority",
      "The authority that issued the revocation list is not a valid one."),
    StatusEntry(
      -67828, "errSecInvalidCRLEncoding",
      "The encoding of the revocation list is not valid."),
    StatusEntry(
      -67829, "errSecInvalidCRLType",
      "The type of the revocation list is not valid."),
    StatusEntry(
      -67816, "errSecInvalidCRLGroup",
      "The group of revocation lists is not valid."),
    StatusEntry(
      -67858, "errSecInvalidCRLIndex",
      "There is no entry of that number in the revocation list."),
    StatusEntry(
      -67837, "errSecInvalidReason",
      "The reason given for a revocation is not one of those defined."),
    StatusEntry(
      -67635, "errSecIncompleteCertRevocationCheck",
      "It could not be found out for every certificate whether it was revoked."),
    StatusEntry(
      -67636, "errSecNetworkFailure",
      "The network failed. Check the connection, then try again."),
    StatusEntry(
      -67622, "errSecIDPFailure",
      "The revocation list's issuing distribution point cannot be processed."),
    StatusEntry(
      -67631, "errSecOCSPBadRequest",
      "The question about revocation (OCSP) is not well formed or could not be read."),
    StatusEntry(
      -67630, "errSecOCSPBadResponse",
      "The answer about revocation (OCSP) is not well formed or could not be read."),
    StatusEntry(
      -67632, "errSecOCSPUnavailable",
      "No service that answers about revocation (OCSP) could be reached."),
    StatusEntry(
      -67633, "errSecOCSPStatusUnrecognized",
      "The revocation service (OCSP) does not know this certificate."),
    StatusEntry(
      -67637, "errSecOCSPNotTrustedToAnchor",
      "The answer about revocation (OCSP) leads back to no trusted root."),
    StatusEntry(
      -67639, "errSecOCSPSignatureError",
      "The signature of the answer about revocation (OCSP) is wrong."),
    StatusEntry(
      -67640, "errSecOCSPNoSigner",
      "The answer about revocation (OCSP) does not carry its signer's certificate."),
    StatusEntry(
      -67641, "errSecOCSPResponderMalformedReq",
      "The revocation service (OCSP) says that it cannot read the question."),
    StatusEntry(
      -67642, "errSecOCSPResponderInternalError",
      "The revocation service (OCSP) says that it failed within."),
    StatusEntry(
      -67643, "errSecOCSPResponderTryLater",
      "The revocation service (OCSP) is busy and asks to try again later."),
    StatusEntry(
      -67644, "errSecOCSPResponderSignatureRequired",
      "The revocation service (OCSP) answers only questions that are signed."),
    StatusEntry(
      -67645, "errSecOCSPResponderUnauthorized",
      "The revocation service (OCSP) refuses to answer this program."),
    StatusEntry(
      -67646, "errSecOCSPResponseNonceMismatch",
      "The answer about revocation (OCSP) belongs to another question, and may be a replay."),
    StatusEntry(
      -67634, "errSecEndOfData",
      "There are no more data to read."),
  ]
}

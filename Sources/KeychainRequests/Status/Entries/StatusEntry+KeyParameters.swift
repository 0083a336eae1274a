// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of the parameters of a cryptographic operation: for each, one that is not valid and one
  /// that is missing.
  static let keyParameters: [StatusEntry] = [
    StatusEntry(
      -67748, "errSecInvalidAttributeKey",
      "The key given for this algorithm is not valid."),
    StatusEntry(
      -67749, "errSecMissingAttributeKey",
      "This algorithm needs a key, and none was given."),
    StatusEntry(
      -67750, "errSecInvalidAttributeInitVector",
      "The initialisation vector given for this algorithm is not valid."),
    StatusEntry(
      -67751, "errSecMissingAttributeInitVector",
      "This algorithm needs an initialisation vector, and none was given."),
    StatusEntry(
      -67752, "errSecInvalidAttributeSalt",
      "The salt given for this algorithm is not valid."),
    StatusEntry(
      -67753, "errSecMissingAttributeSalt",
      "This algorithm needs a salt, and none was given."),
    StatusEntry(
      -67754, "errSecInvalidAttributePadding",
      "The padding given for this algorithm is not valid."),
    StatusEntry(
      -67755, "errSecMissingAttributePadding",
      "This algorithm needs a padding, and none was named."),
    StatusEntry(
      -67756, "errSecInvalidAttributeRandom",
      "The random bytes given for this algorithm are not valid."),
    StatusEntry(
      -67757, "errSecMissingAttributeRandom",
      "This algorithm needs random bytes, and none were given."),
    StatusEntry(
      -67758, "errSecInvalidAttributeSeed",
      "The seed given for this algorithm is not valid."),
    StatusEntry(
      -67759, "errSecMissingAttributeSeed",
      "This algorithm needs a seed, and none was given."),
    StatusEntry(
      -67760, "errSecInvalidAttributePassphrase",
      "The passphrase given for this algorithm is not valid."),
    StatusEntry(
      -67761, "errSecMissingAttributePassphrase",
      "This algorithm needs a passphrase, and none was given."),
    StatusEntry(
      -67762, "errSecInvalidAttributeKeyLength",
      "The key length given for this algorithm is not valid."),
    StatusEntry(
      -67763, "errSecMissingAttributeKeyLength",
      "This algorithm needs a key length, and none was given."),
    StatusEntry(
      -67764, "errSecInvalidAttributeBlockSize",
      "The block size given for this algorithm is not valid."),
    StatusEntry(
      -67765, "errSecMissingAttributeBlockSize",
      "This algorithm needs a block size, and none was given."),
    StatusEntry(
      -67766, "errSecInvalidAttributeOutputSize",
      "The output size given for this algorithm is not valid."),
    StatusEntry(
      -67767, "errSecMissingAttributeOutputSize",
      "This algorithm needs an output size, and none was given."),
    StatusEntry(
      -67768, "errSecInvalidAttributeRounds",
      "The number of rounds given for this algorithm is not valid."),
    StatusEntry(
      -67769, "errSecMissingAttributeRounds",
      "This algorithm needs a number of rounds, and none was given."),
    StatusEntry(
      -67772, "errSecInvalidAttributeLabel",
      "The label given for this key is not valid."),
    StatusEntry(
      -67773, "errSecMissingAttributeLabel",
      "This key needs a label, and none was given."),
    StatusEntry(
      -67774, "errSecInvalidAttributeKeyType",
      "The key type given for this algorithm is not valid."),
    StatusEntry(
      -67775, "errSecMissingAttributeKeyType",
      "This algorithm needs a key type, and none was given."),
    StatusEntry(
      -67776, "errSecInvalidAttributeMode",
      "The mode given for this algorithm is not valid."),
    StatusEntry(
      -67777, "errSecMissingAttributeMode",
      "This algorithm needs a mode, and none was given."),
    StatusEntry(
      -67778, "errSecInvalidAttributeEffectiveBits",
      "The number of effective bits given for this key is not valid."),
    StatusEntry(
      -67779, "errSecMissingAttributeEffectiveBits",
      "This key needs a number of effective bits, and none was given."),
    StatusEntry(
      -67780, "errSecInvalidAttributeStartDate",
      "The start date given for this key is not valid."),
    StatusEntry(
      -67781, "errSecMissingAttributeStartDate",
      "This key needs a start date, and none was given."),
    StatusEntry(
      -67782, "errSecInvalidAttributeEndDate",
      "The end date given for this key is not valid."),
    StatusEntry(
      -67783, "errSecMissingAttributeEndDate",
      "This key needs an end date, and none was given."),
    StatusEntry(
      -67784, "errSecInvalidAttributeVersion",
      "The version given for this algorithm is not valid."),
    StatusEntry(
      -67785, "errSecMissingAttributeVersion",
      "This algorithm needs a version, and none was given."),
    StatusEntry(
      -67786, "errSecInvalidAttributePrime",
      "The prime number given for this algorithm is not valid."),
    StatusEntry(
      -67787, "errSecMissingAttributePrime",
      "This algorithm needs a prime number, and none was given."),
    StatusEntry(
      -67788, "errSecInvalidAttributeBase",
      "The base given for this algorithm is not valid."),
    StatusEntry(
      -67789, "errSecMissingAttributeBase",
      "This algorithm needs a base, and none was given."),
    StatusEntry(
      -67790, "errSecInvalidAttributeSubprime",
      "The subprime given for this algorithm is not valid."),
    StatusEntry(
      -67791, "errSecMissingAttributeSubprime",
      "This algorithm needs a subprime, and none was given."),
    StatusEntry(
      -67792, "errSecInvalidAttributeIterationCount",
      "The iteration count given for this algorithm is not valid."),
    StatusEntry(
      -67793, "errSecMissingAttributeIterationCount",
      "This algorithm needs an iteration count, and none was given."),
    StatusEntry(
      -67794, "errSecInvalidAttributeDLDBHandle",
      "The database handle given for this operation is not valid."),
    StatusEntry(
      -67795, "errSecMissingAttributeDLDBHandle",
      "This operation needs a database handle, and none was given."),
    StatusEntry(
      -67796, "errSecInvalidAttributeAccessCredentials",
      "The access credentials given for this operation are not valid."),
    StatusEntry(
      -67797, "errSecMissingAttributeAccessCredentials",
      "This operation needs access credentials, and none were given."),
    StatusEntry(
      -67798, "errSecInvalidAttributePublicKeyFormat",
      "The format named for the public key is not valid."),
    StatusEntry(
      -67799, "errSecMissingAttributePublicKeyFormat",
      "A format must be named for the public key, and none was."),
    StatusEntry(
      -67800, "errSecInvalidAttributePrivateKeyFormat",
      "The format named for the private key is not valid."),
    StatusEntry(
      -67801, "errSecMissingAttributePrivateKeyFormat",
      "A format must be named for the private key, and none was."),
    StatusEntry(
      -67802, "errSecInvalidAttributeSymmetricKeyFormat",
      "The format named for the symmetric key is not valid."),
    StatusEntry(
      -67803, "errSecMissingAttributeSymmetricKeyFormat",
      "A format must be named for the symmetric key, and none was."),
    StatusEntry(
      -67804, "errSecInvalidAttributeWrappedKeyFormat",
      "The format named for the wrapped key is not valid."),
    StatusEntry(
      -67805, "errSecMissingAttributeWrappedKeyFormat",
      "A format must be named for the wrapped key, and none was."),
  ]
}

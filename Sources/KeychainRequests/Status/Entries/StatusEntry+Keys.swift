// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of keys and of the operations that use them.
  static let keys: [StatusEntry] = [
    StatusEntry(
      -67712, "errSecInvalidKeyRef",
      "The reference does not stand for a key."),
    StatusEntry(
      -67599, "errSecInvalidKeyBlob",
      "The wrapped key is not valid."),
    StatusEntry(
      -67601, "errSecIncompatibleKeyBlob",
      "The wrapped key was written in a format that this version cannot read."),
    StatusEntry(
      -67732, "errSecKeyBlobTypeIncorrect",
      "The wrapped key is of another type than was said."),
    StatusEntry(
      -67733, "errSecKeyHeaderInconsistent",
      "The description in front of the key contradicts the key."),
    StatusEntry(
      -67742, "errSecInvalidKeyFormat",
      "The format of the key is not valid."),
    StatusEntry(
      -67734, "errSecUnsupportedKeyFormat",
      "The format of the key is not supported."),
    StatusEntry(
      -67735, "errSecUnsupportedKeySize",
      "Keys of this size are not supported."),
    StatusEntry(
      -67736, "errSecInvalidKeyUsageMask",
      "The set of uses given for the key is not valid."),
    StatusEntry(
      -67737, "errSecUnsupportedKeyUsageMask",
      "The set of uses given for the key is not supported."),
    StatusEntry(
      -67731, "errSecKeyUsageIncorrect",
      "The key may not be used for this."),
    StatusEntry(
      -67738, "errSecInvalidKeyAttributeMask",
      "The set of attributes given for the key is not valid."),
    StatusEntry(
      -67739, "errSecUnsupportedKeyAttributeMask",
      "The set of attributes given for the key is not supported."),
    StatusEntry(
      -67740, "errSecInvalidKeyLabel",
      "The label of the key is not valid."),
    StatusEntry(
      -67741, "errSecUnsupportedKeyLabel",
      "The label of the key is not supported."),
    StatusEntry(
      -67713, "errSecInvalidKeyHierarchy",
      "The keys are not arranged as they must be."),
    StatusEntry(
      -67811, "errSecPublicKeyInconsistent",
      "The public key does not fit what goes with it."),
    StatusEntry(
      -67590, "errSecApplePublicKeyIncomplete",
      "The public key lacks some of its parameters."),
    StatusEntry(
      -67592, "errSecAppleInvalidKeyStartDate",
      "The date from which the key is to be used is not valid."),
    StatusEntry(
      -67593, "errSecAppleInvalidKeyEndDate",
      "The date until which the key is to be used is not valid."),
    StatusEntry(
      -67747, "errSecInvalidAlgorithm",
      "The algorithm is not valid or not supported."),
    StatusEntry(
      -67815, "errSecInvalidDigestAlgorithm",
      "The digest algorithm is not valid here."),
    StatusEntry(
      -67730, "errSecAlgorithmMismatch",
      "The algorithm and the key do not fit each other."),
    StatusEntry(
      -67770, "errSecInvalidAlgorithmParms",
      "The parameters of the algorithm are not valid."),
    StatusEntry(
      -67771, "errSecMissingAlgorithmParms",
      "The algorithm needs parameters, and none were given."),
    StatusEntry(
      -67746, "errSecInvalidContext",
      "The cryptographic context is not valid."),
    StatusEntry(
      -67720, "errSecAttributeNotInContext",
      "The cryptographic context does not hold this attribute."),
    StatusEntry(
      -67724, "errSecInputLengthError",
      "The input has a length that the algorithm cannot take."),
    StatusEntry(
      -67725, "errSecOutputLengthError",
      "The output buffer has a wrong length."),
    StatusEntry(
      -67810, "errSecBlockSizeMismatch",
      "The data's length is no multiple of the block size."),
    StatusEntry(
      -67809, "errSecQuerySizeUnknown",
      "The size of the output cannot be told in advance."),
    StatusEntry(
      -67744, "errSecInvalidInputVector",
      "The list of input buffers is not valid."),
    StatusEntry(
      -67745, "errSecInvalidOutputVector",
      "The list of output buffers is not valid."),
    StatusEntry(
      -67743, "errSecUnsupportedVectorOfBuffers",
      "Several buffers at once are not supported here."),
    StatusEntry(
      -67806, "errSecStagedOperationInProgress",
      "An operation in several steps is under way. Finish it before you start another."),
    StatusEntry(
      -67807, "errSecStagedOperationNotStarted",
      "An operation in several steps was continued before it was begun."),
  ]
}

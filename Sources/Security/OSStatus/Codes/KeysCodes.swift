// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of keys and of the operations that use them.

/// The reference does not stand for a key.
public let errSecInvalidKeyRef: OSStatus = -67712

/// The wrapped key is not valid.
public let errSecInvalidKeyBlob: OSStatus = -67599

/// The wrapped key was written in a format that this version cannot read.
public let errSecIncompatibleKeyBlob: OSStatus = -67601

/// The wrapped key is of another type than was said.
public let errSecKeyBlobTypeIncorrect: OSStatus = -67732

/// The description in front of the key contradicts the key.
public let errSecKeyHeaderInconsistent: OSStatus = -67733

/// The format of the key is not valid.
public let errSecInvalidKeyFormat: OSStatus = -67742

/// The format of the key is not supported.
public let errSecUnsupportedKeyFormat: OSStatus = -67734

/// Keys of this size are not supported.
public let errSecUnsupportedKeySize: OSStatus = -67735

/// The set of uses given for the key is not valid.
public let errSecInvalidKeyUsageMask: OSStatus = -67736

/// The set of uses given for the key is not supported.
public let errSecUnsupportedKeyUsageMask: OSStatus = -67737

/// The key may not be used for this.
public let errSecKeyUsageIncorrect: OSStatus = -67731

/// The set of attributes given for the key is not valid.
public let errSecInvalidKeyAttributeMask: OSStatus = -67738

/// The set of attributes given for the key is not supported.
public let errSecUnsupportedKeyAttributeMask: OSStatus = -67739

/// The label of the key is not valid.
public let errSecInvalidKeyLabel: OSStatus = -67740

/// The label of the key is not supported.
public let errSecUnsupportedKeyLabel: OSStatus = -67741

/// The keys are not arranged as they must be.
public let errSecInvalidKeyHierarchy: OSStatus = -67713

/// The public key does not fit what goes with it.
public let errSecPublicKeyInconsistent: OSStatus = -67811

/// The public key lacks some of its parameters.
public let errSecApplePublicKeyIncomplete: OSStatus = -67590

/// The date from which the key is to be used is not valid.
public let errSecAppleInvalidKeyStartDate: OSStatus = -67592

/// The date until which the key is to be used is not valid.
public let errSecAppleInvalidKeyEndDate: OSStatus = -67593

/// The algorithm is not valid or not supported.
public let errSecInvalidAlgorithm: OSStatus = -67747

/// The digest algorithm is not valid here.
public let errSecInvalidDigestAlgorithm: OSStatus = -67815

/// The algorithm and the key do not fit each other.
public let errSecAlgorithmMismatch: OSStatus = -67730

/// The parameters of the algorithm are not valid.
public let errSecInvalidAlgorithmParms: OSStatus = -67770

/// The algorithm needs parameters, and none were given.
public let errSecMissingAlgorithmParms: OSStatus = -67771

/// The cryptographic context is not valid.
public let errSecInvalidContext: OSStatus = -67746

/// The cryptographic context does not hold this attribute.
public let errSecAttributeNotInContext: OSStatus = -67720

/// The input has a length that the algorithm cannot take.
public let errSecInputLengthError: OSStatus = -67724

/// The output buffer has a wrong length.
public let errSecOutputLengthError: OSStatus = -67725

/// The data's length is no multiple of the block size.
public let errSecBlockSizeMismatch: OSStatus = -67810

/// The size of the output cannot be told in advance.
public let errSecQuerySizeUnknown: OSStatus = -67809

/// The list of input buffers is not valid.
public let errSecInvalidInputVector: OSStatus = -67744

/// The list of output buffers is not valid.
public let errSecInvalidOutputVector: OSStatus = -67745

/// Several buffers at once are not supported here.
public let errSecUnsupportedVectorOfBuffers: OSStatus = -67743

/// An operation in several steps is under way.
public let errSecStagedOperationInProgress: OSStatus = -67806

/// An operation in several steps was continued before it was begun.
public let errSecStagedOperationNotStarted: OSStatus = -67807

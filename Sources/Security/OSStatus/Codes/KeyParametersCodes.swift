// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of the parameters of a cryptographic operation: for each, one that is not valid and one that is missing.

/// The key given for this algorithm is not valid.
public let errSecInvalidAttributeKey: OSStatus = -67748

/// This algorithm needs a key, and none was given.
public let errSecMissingAttributeKey: OSStatus = -67749

/// The initialisation vector given for this algorithm is not valid.
public let errSecInvalidAttributeInitVector: OSStatus = -67750

/// This algorithm needs an initialisation vector, and none was given.
public let errSecMissingAttributeInitVector: OSStatus = -67751

/// The salt given for this algorithm is not valid.
public let errSecInvalidAttributeSalt: OSStatus = -67752

/// This algorithm needs a salt, and none was given.
public let errSecMissingAttributeSalt: OSStatus = -67753

/// The padding given for this algorithm is not valid.
public let errSecInvalidAttributePadding: OSStatus = -67754

/// This algorithm needs a padding, and none was named.
public let errSecMissingAttributePadding: OSStatus = -67755

/// The random bytes given for this algorithm are not valid.
public let errSecInvalidAttributeRandom: OSStatus = -67756

/// This algorithm needs random bytes, and none were given.
public let errSecMissingAttributeRandom: OSStatus = -67757

/// The seed given for this algorithm is not valid.
public let errSecInvalidAttributeSeed: OSStatus = -67758

/// This algorithm needs a seed, and none was given.
public let errSecMissingAttributeSeed: OSStatus = -67759

/// The passphrase given for this algorithm is not valid.
public let errSecInvalidAttributePassphrase: OSStatus = -67760

/// This algorithm needs a passphrase, and none was given.
public let errSecMissingAttributePassphrase: OSStatus = -67761

/// The key length given for this algorithm is not valid.
public let errSecInvalidAttributeKeyLength: OSStatus = -67762

/// This algorithm needs a key length, and none was given.
public let errSecMissingAttributeKeyLength: OSStatus = -67763

/// The block size given for this algorithm is not valid.
public let errSecInvalidAttributeBlockSize: OSStatus = -67764

/// This algorithm needs a block size, and none was given.
public let errSecMissingAttributeBlockSize: OSStatus = -67765

/// The output size given for this algorithm is not valid.
public let errSecInvalidAttributeOutputSize: OSStatus = -67766

/// This algorithm needs an output size, and none was given.
public let errSecMissingAttributeOutputSize: OSStatus = -67767

/// The number of rounds given for this algorithm is not valid.
public let errSecInvalidAttributeRounds: OSStatus = -67768

/// This algorithm needs a number of rounds, and none was given.
public let errSecMissingAttributeRounds: OSStatus = -67769

/// The label given for this key is not valid.
public let errSecInvalidAttributeLabel: OSStatus = -67772

/// This key needs a label, and none was given.
public let errSecMissingAttributeLabel: OSStatus = -67773

/// The key type given for this algorithm is not valid.
public let errSecInvalidAttributeKeyType: OSStatus = -67774

/// This algorithm needs a key type, and none was given.
public let errSecMissingAttributeKeyType: OSStatus = -67775

/// The mode given for this algorithm is not valid.
public let errSecInvalidAttributeMode: OSStatus = -67776

/// This algorithm needs a mode, and none was given.
public let errSecMissingAttributeMode: OSStatus = -67777

/// The number of effective bits given for this key is not valid.
public let errSecInvalidAttributeEffectiveBits: OSStatus = -67778

/// This key needs a number of effective bits, and none was given.
public let errSecMissingAttributeEffectiveBits: OSStatus = -67779

/// The start date given for this key is not valid.
public let errSecInvalidAttributeStartDate: OSStatus = -67780

/// This key needs a start date, and none was given.
public let errSecMissingAttributeStartDate: OSStatus = -67781

/// The end date given for this key is not valid.
public let errSecInvalidAttributeEndDate: OSStatus = -67782

/// This key needs an end date, and none was given.
public let errSecMissingAttributeEndDate: OSStatus = -67783

/// The version given for this algorithm is not valid.
public let errSecInvalidAttributeVersion: OSStatus = -67784

/// This algorithm needs a version, and none was given.
public let errSecMissingAttributeVersion: OSStatus = -67785

/// The prime number given for this algorithm is not valid.
public let errSecInvalidAttributePrime: OSStatus = -67786

/// This algorithm needs a prime number, and none was given.
public let errSecMissingAttributePrime: OSStatus = -67787

/// The base given for this algorithm is not valid.
public let errSecInvalidAttributeBase: OSStatus = -67788

/// This algorithm needs a base, and none was given.
public let errSecMissingAttributeBase: OSStatus = -67789

/// The subprime given for this algorithm is not valid.
public let errSecInvalidAttributeSubprime: OSStatus = -67790

/// This algorithm needs a subprime, and none was given.
public let errSecMissingAttributeSubprime: OSStatus = -67791

/// The iteration count given for this algorithm is not valid.
public let errSecInvalidAttributeIterationCount: OSStatus = -67792

/// This algorithm needs an iteration count, and none was given.
public let errSecMissingAttributeIterationCount: OSStatus = -67793

/// The database handle given for this operation is not valid.
public let errSecInvalidAttributeDLDBHandle: OSStatus = -67794

/// This operation needs a database handle, and none was given.
public let errSecMissingAttributeDLDBHandle: OSStatus = -67795

/// The access credentials given for this operation are not valid.
public let errSecInvalidAttributeAccessCredentials: OSStatus = -67796

/// This operation needs access credentials, and none were given.
public let errSecMissingAttributeAccessCredentials: OSStatus = -67797

/// The format named for the public key is not valid.
public let errSecInvalidAttributePublicKeyFormat: OSStatus = -67798

/// A format must be named for the public key, and none was.
public let errSecMissingAttributePublicKeyFormat: OSStatus = -67799

/// The format named for the private key is not valid.
public let errSecInvalidAttributePrivateKeyFormat: OSStatus = -67800

/// A format must be named for the private key, and none was.
public let errSecMissingAttributePrivateKeyFormat: OSStatus = -67801

/// The format named for the symmetric key is not valid.
public let errSecInvalidAttributeSymmetricKeyFormat: OSStatus = -67802

/// A format must be named for the symmetric key, and none was.
public let errSecMissingAttributeSymmetricKeyFormat: OSStatus = -67803

/// The format named for the wrapped key is not valid.
public let errSecInvalidAttributeWrappedKeyFormat: OSStatus = -67804

/// A format must be named for the wrapped key, and none was.
public let errSecMissingAttributeWrappedKeyFormat: OSStatus = -67805

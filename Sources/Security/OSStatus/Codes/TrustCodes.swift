// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of trust, its policies and its settings.

/// There is no such trust policy.
public let errSecPolicyNotFound: OSStatus = -25241

/// A trust setting is not valid.
public let errSecInvalidTrustSetting: OSStatus = -25242

/// Nothing is known yet about the trust in this certificate.
public let errSecTrustNotAvailable: OSStatus = -25245

/// The file of trust settings is damaged.
public let errSecInvalidTrustSettings: OSStatus = -25262

/// There are no trust settings for this certificate.
public let errSecNoTrustSettings: OSStatus = -25263

/// The certificate is not trusted.
public let errSecNotTrusted: OSStatus = -67843

/// The trust settings say that this certificate is never to be trusted.
public let errSecTrustSettingDeny: OSStatus = -67654

/// The certificate was not signed by the one that was named as its issuer.
public let errSecNotSigner: OSStatus = -26267

/// The certificate is for another host than the one you meant to reach.
public let errSecHostNameMismatch: OSStatus = -67602

/// The identifiers of trust policies are not valid.
public let errSecInvalidPolicyIdentifiers: OSStatus = -67835

/// The rule that says when an evaluation is to stop is not valid.
public let errSecInvalidStopOnPolicy: OSStatus = -67840

/// A rule among the trust rules is not valid.
public let errSecInvalidTuple: OSStatus = -67841

/// The credentials that go with a trust rule are not valid.
public let errSecInvalidTupleCredentials: OSStatus = -67852

/// The group of trust rules is not valid.
public let errSecInvalidTupleGroup: OSStatus = -67850

/// Only one value can be given here.
public let errSecMultipleValuesUnsupported: OSStatus = -67842

/// The root certificate is not valid.
public let errSecInvalidRoot: OSStatus = -67612

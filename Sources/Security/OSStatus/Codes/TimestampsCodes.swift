// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of time stamps that a time stamp authority puts on signatures.

/// A time stamp was expected and is not there.
public let errSecTimestampMissing: OSStatus = -67882

/// The time stamp is not valid.
public let errSecTimestampInvalid: OSStatus = -67883

/// The time stamp was made by an authority that is not trusted.
public let errSecTimestampNotTrusted: OSStatus = -67884

/// The time stamp authority cannot be reached.
public let errSecTimestampServiceNotAvailable: OSStatus = -67885

/// The time stamp uses an algorithm that is not known or not supported.
public let errSecTimestampBadAlg: OSStatus = -67886

/// The request for a time stamp is not permitted or not supported.
public let errSecTimestampBadRequest: OSStatus = -67887

/// The data sent for a time stamp have a wrong format.
public let errSecTimestampBadDataFormat: OSStatus = -67888

/// The time stamp authority does not know the time at present.
public let errSecTimestampTimeNotAvailable: OSStatus = -67889

/// The time stamp authority does not support the policy that was asked for.
public let errSecTimestampUnacceptedPolicy: OSStatus = -67890

/// The time stamp authority does not support the extension that was asked for.
public let errSecTimestampUnacceptedExtension: OSStatus = -67891

/// The time stamp authority cannot give the additional information that was asked for.
public let errSecTimestampAddInfoNotAvailable: OSStatus = -67892

/// The time stamp authority says that it failed within.
public let errSecTimestampSystemFailure: OSStatus = -67893

/// The time of signing was expected and is not there.
public let errSecSigningTimeMissing: OSStatus = -67894

/// The time stamp authority rejected the request.
public let errSecTimestampRejection: OSStatus = -67895

/// The request for a time stamp waits to be decided.
public let errSecTimestampWaiting: OSStatus = -67896

/// The time stamp authority warns that its certificate will be revoked soon.
public let errSecTimestampRevocationWarning: OSStatus = -67897

/// The time stamp authority says that its certificate has been revoked.
public let errSecTimestampRevocationNotification: OSStatus = -67898

// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of access control lists and of the credentials that satisfy them.

/// The access control list is more than a plain list of programs, and this call handles only those.
public let errSecACLNotSimple: OSStatus = -25240

/// The item has no access control list.
public let errSecNoAccessForItem: OSStatus = -25243

/// The owner of an access control list cannot be changed in this way.
public let errSecInvalidOwnerEdit: OSStatus = -25244

/// The access control list is not valid.
public let errSecInvalidACL: OSStatus = -67702

/// The access control list could not be deleted.
public let errSecACLDeleteFailed: OSStatus = -67696

/// The access control list could not be replaced by another.
public let errSecACLReplaceFailed: OSStatus = -67697

/// The entry could not be added to the access control list.
public let errSecACLAddFailed: OSStatus = -67698

/// The access control list could not be changed.
public let errSecACLChangeFailed: OSStatus = -67699

/// The initial access control lists are not valid.
public let errSecInvalidBaseACLs: OSStatus = -67851

/// The program could not be added to those that the access control list trusts.
public let errSecAppleAddAppACLSubject: OSStatus = -67589

/// The new owner is not valid.
public let errSecInvalidNewOwner: OSStatus = -67878

/// The way in which the record is to be changed is not valid.
public let errSecInvalidModifyMode: OSStatus = -67879

/// The credentials do not fit what is to be reached.
public let errSecInvalidAccessCredentials: OSStatus = -67700

/// The request asks for an access that does not exist.
public let errSecInvalidAccessRequest: OSStatus = -67876

/// A sample among the credentials, such as a passphrase, is not right.
public let errSecInvalidSampleValue: OSStatus = -67703

/// More credentials are needed than were given.
public let errSecInsufficientCredentials: OSStatus = -67822

/// The program has not been given the right to do this.
public let errSecPrivilegeNotGranted: OSStatus = -67705

/// The right that was asked for does not exist here.
public let errSecPrivilegeNotSupported: OSStatus = -67726

/// The program did not say enough about who it is.
public let errSecInsufficientClientID: OSStatus = -67586

/// The login name is not valid.
public let errSecInvalidLoginName: OSStatus = -67813

/// Somebody is already logged in to this device or service.
public let errSecAlreadyLoggedIn: OSStatus = -67814

/// Nobody is logged in to this device or service.
public let errSecNotLoggedIn: OSStatus = -67729

/// The scope of the rights that were asked for is not valid.
public let errSecInvalidScope: OSStatus = -67706

/// An action that had to be verified was refused.
public let errSecVerifyActionFailed: OSStatus = -67825

/// The action is not one that can be taken here.
public let errSecInvalidAction: OSStatus = -67823

/// The authority that is to decide is not valid.
public let errSecInvalidAuthority: OSStatus = -67824

/// No authority has been made the default one.
public let errSecNoDefaultAuthority: OSStatus = -67844

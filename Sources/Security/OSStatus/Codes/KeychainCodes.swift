// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of keychains, their items, and the calls on them.

/// The keychain cannot be reached or opened.
public let errSecNotAvailable: OSStatus = -25291

/// The keychain can be read but not changed.
public let errSecReadOnly: OSStatus = -25292

/// Authentication failed.
public let errSecAuthFailed: OSStatus = -25293

/// There is no keychain of that name.
public let errSecNoSuchKeychain: OSStatus = -25294

/// The file is not a keychain, or it is damaged.
public let errSecInvalidKeychain: OSStatus = -25295

/// A keychain of that name exists already.
public let errSecDuplicateKeychain: OSStatus = -25296

/// This callback function has been registered before.
public let errSecDuplicateCallback: OSStatus = -25297

/// This callback function has never been registered.
public let errSecInvalidCallback: OSStatus = -25298

/// An item with the same identifying attributes exists already.
public let errSecDuplicateItem: OSStatus = -25299

/// No item matches the query.
public let errSecItemNotFound: OSStatus = -25300

/// The buffer is too small for the result.
public let errSecBufferTooSmall: OSStatus = -25301

/// The data are too large for an item.
public let errSecDataTooLarge: OSStatus = -25302

/// Items of this class do not have this attribute.
public let errSecNoSuchAttr: OSStatus = -25303

/// The item that is referred to has gone, or the reference is not one.
public let errSecInvalidItemRef: OSStatus = -25304

/// The search that is referred to has ended.
public let errSecInvalidSearchRef: OSStatus = -25305

/// There is no such class of items.
public let errSecNoSuchClass: OSStatus = -25306

/// No keychain has been made the default one.
public let errSecNoDefaultKeychain: OSStatus = -25307

/// The keychain is locked, or a person must be asked and that is not allowed here.
public let errSecInteractionNotAllowed: OSStatus = -25308

/// This attribute cannot be changed.
public let errSecReadOnlyAttr: OSStatus = -25309

/// The keychain was made by a version that does not fit this one.
public let errSecWrongSecVersion: OSStatus = -25310

/// Keys of this type cannot have this size.
public let errSecKeySizeNotAllowed: OSStatus = -25311

/// The component that stores items is missing.
public let errSecNoStorageModule: OSStatus = -25312

/// The component that handles certificates is missing.
public let errSecNoCertificateModule: OSStatus = -25313

/// The component that evaluates trust policies is missing.
public let errSecNoPolicyModule: OSStatus = -25314

/// A person must be asked before this can go on.
public let errSecInteractionRequired: OSStatus = -25315

/// The contents of the item cannot be read at present.
public let errSecDataNotAvailable: OSStatus = -25316

/// The contents of the item cannot be changed.
public let errSecDataNotModifiable: OSStatus = -25317

/// The certificates do not form a complete chain.
public let errSecCreateChainFailed: OSStatus = -25318

/// There is no such preference domain.
public let errSecInvalidPrefsDomain: OSStatus = -25319

/// Nobody can be asked while the machine is awake with its screen off.
public let errSecInDarkWake: OSStatus = -25320

/// The bytes cannot be decoded: they are damaged, or in another format than was said.
public let errSecDecode: OSStatus = -26275

/// The keychain service is not running.
public let errSecServiceNotAvailable: OSStatus = -67585

/// The database is locked.
public let errSecDatabaseLocked: OSStatus = -67869

/// The database is open and cannot be removed or replaced now.
public let errSecDatastoreIsOpen: OSStatus = -67870

/// A record in the database is not valid.
public let errSecInvalidRecord: OSStatus = -67701

/// The record was changed by somebody else in the meantime.
public let errSecRecordModified: OSStatus = -67638

/// The database holds a block that is not valid.
public let errSecInvalidDatabaseBlob: OSStatus = -67598

/// The database was written in a format that this version cannot read.
public let errSecIncompatibleDatabaseBlob: OSStatus = -67600

/// The list of databases to search is not valid.
public let errSecInvalidDBList: OSStatus = -67681

/// The database is not where it was said to be.
public let errSecInvalidDBLocation: OSStatus = -67875

/// The versions of two components do not fit each other.
public let errSecIncompatibleVersion: OSStatus = -67704

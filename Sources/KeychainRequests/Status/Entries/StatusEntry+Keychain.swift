// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of keychains, their items, and the calls on them.
  static let keychain: [StatusEntry] = [
    StatusEntry(
      -25291, "errSecNotAvailable",
      "The keychain cannot be reached or opened. Run strongroom doctor to find out why."),
    StatusEntry(
      -25292, "errSecReadOnly",
      "The keychain can be read but not changed. Check the permissions of its folder."),
    StatusEntry(
      -25293, "errSecAuthFailed",
      "Authentication failed. Check the passphrase."),
    StatusEntry(
      -25294, "errSecNoSuchKeychain",
      "There is no keychain of that name."),
    StatusEntry(
      -25295, "errSecInvalidKeychain",
      "The file is not a keychain, or it is damaged."),
    StatusEntry(
      -25296, "errSecDuplicateKeychain",
      "A keychain of that name exists already. Choose another name."),
    StatusEntry(
      -25297, "errSecDuplicateCallback",
      "This callback function has been registered before."),
    StatusEntry(
      -25298, "errSecInvalidCallback",
      "This callback function has never been registered."),
    StatusEntry(
      -25299, "errSecDuplicateItem",
      "An item with the same identifying attributes exists already. Update it, or delete it first."),
    StatusEntry(
      -25300, "errSecItemNotFound",
      "No item matches the query. Check its class and attributes, and which access group holds the item."
    ),
    StatusEntry(
      -25301, "errSecBufferTooSmall",
      "The buffer is too small for the result. Pass a larger one."),
    StatusEntry(
      -25302, "errSecDataTooLarge",
      "The data are too large for an item. Keep them in a file, and only their key in the keychain."
    ),
    StatusEntry(
      -25303, "errSecNoSuchAttr",
      "Items of this class do not have this attribute."),
    StatusEntry(
      -25304, "errSecInvalidItemRef",
      "The item that is referred to has gone, or the reference is not one."),
    StatusEntry(
      -25305, "errSecInvalidSearchRef",
      "The search that is referred to has ended. Start a new one."),
    StatusEntry(
      -25306, "errSecNoSuchClass",
      "There is no such class of items."),
    StatusEntry(
      -25307, "errSecNoDefaultKeychain",
      "No keychain has been made the default one."),
    StatusEntry(
      -25308, "errSecInteractionNotAllowed",
      "The keychain is locked, or a person must be asked and that is not allowed here. Unlock it first."
    ),
    StatusEntry(
      -25309, "errSecReadOnlyAttr",
      "This attribute cannot be changed."),
    StatusEntry(
      -25310, "errSecWrongSecVersion",
      "The keychain was made by a version that does not fit this one. Use the version that made it."
    ),
    StatusEntry(
      -25311, "errSecKeySizeNotAllowed",
      "Keys of this type cannot have this size."),
    StatusEntry(
      -25312, "errSecNoStorageModule",
      "The component that stores items is missing."),
    StatusEntry(
      -25313, "errSecNoCertificateModule",
      "The component that handles certificates is missing."),
    StatusEntry(
      -25314, "errSecNoPolicyModule",
      "The component that evaluates trust policies is missing."),
    StatusEntry(
      -25315, "errSecInteractionRequired",
      "A person must be asked before this can go on."),
    StatusEntry(
      -25316, "errSecDataNotAvailable",
      "The contents of the item cannot be read at present."),
    StatusEntry(
      -25317, "errSecDataNotModifiable",
      "The contents of the item cannot be changed."),
    StatusEntry(
      -25318, "errSecCreateChainFailed",
      "The certificates do not form a complete chain. Add the certificates of the missing issuers."),
    StatusEntry(
      -25319, "errSecInvalidPrefsDomain",
      "There is no such preference domain. Use user, system, common or dynamic."),
    StatusEntry(
      -25320, "errSecInDarkWake",
      "Nobody can be asked while the machine is awake with its screen off."),
    StatusEntry(
      -26275, "errSecDecode",
      "The bytes cannot be decoded: they are damaged, or in another format than was said."),
    StatusEntry(
      -67585, "errSecServiceNotAvailable",
      "The keychain service is not running. Start it, then try again."),
    StatusEntry(
      -67869, "errSecDatabaseLocked",
      "The database is locked. Unlock it, or wait until the other program is done."),
    StatusEntry(
      -67870, "errSecDatastoreIsOpen",
      "The database is open and cannot be removed or replaced now. Close it first."),
    StatusEntry(
      -67701, "errSecInvalidRecord",
      "A record in the database is not valid."),
    StatusEntry(
      -67638, "errSecRecordModified",
      "The record was changed by somebody else in the meantime. Read it again, then repeat the change."
    ),
    StatusEntry(
      -67598, "errSecInvalidDatabaseBlob",
      "The database holds a block that is not valid. Run strongroom doctor."),
    StatusEntry(
      -67600, "errSecIncompatibleDatabaseBlob",
      "The database was written in a format that this version cannot read."),
    StatusEntry(
      -67681, "errSecInvalidDBList",
      "The list of databases to search is not valid."),
    StatusEntry(
      -67875, "errSecInvalidDBLocation",
      "The database is not where it was said to be."),
    StatusEntry(
      -67704, "errSecIncompatibleVersion",
      "The versions of two components do not fit each other. Update both."),
  ]
}

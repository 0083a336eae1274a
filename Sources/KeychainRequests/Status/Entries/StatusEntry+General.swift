// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes that any call may return.
  static let general: [StatusEntry] = [
    StatusEntry(
      0, "errSecSuccess",
      "The call succeeded."),
    StatusEntry(
      -4, "errSecUnimplemented",
      "This operation is not available for this class of item, or not on this system."),
    StatusEntry(
      -34, "errSecDiskFull",
      "The disk is full. Free some space, then try again."),
    StatusEntry(
      -36, "errSecIO",
      "Reading or writing a file failed. Check the disk and the permissions of the keychain's folder."
    ),
    StatusEntry(
      -49, "errSecOpWr",
      "The file is already open for writing by somebody else. Close it there, then try again."),
    StatusEntry(
      -50, "errSecParam",
      "An argument or a key of the query is missing, misspelt, or has a value of the wrong kind."),
    StatusEntry(
      -61, "errSecWrPerm",
      "The file may not be written by this user. Change its permissions, or run as its owner."),
    StatusEntry(
      -108, "errSecAllocate",
      "There is not enough memory to carry out the call."),
    StatusEntry(
      -128, "errSecUserCanceled",
      "The person who was asked to authenticate declined."),
    StatusEntry(
      -909, "errSecBadReq",
      "The call makes no sense in the present state. Check the order of the calls."),
    StatusEntry(
      -2070, "errSecInternalComponent",
      "A part of the keychain failed. Run strongroom doctor to find out which."),
    StatusEntry(
      -4960, "errSecCoreFoundationUnknown",
      "A CoreFoundation call failed without saying why."),
    StatusEntry(
      -34018, "errSecMissingEntitlement",
      "This program has no access group, or not the one it asks for. Run strongroom doctor --program to see its groups."
    ),
    StatusEntry(
      -34020, "errSecRestrictedAPI",
      "A program of this kind may not make this call."),
    StatusEntry(
      -67671, "errSecInternalError",
      "The keychain came upon a state that it does not expect. Please report it."),
    StatusEntry(
      -67672, "errSecMemoryError",
      "Memory that the call needs could not be had or reached."),
    StatusEntry(
      -67677, "errSecFunctionFailed",
      "The call failed, and the part that failed gave no reason."),
    StatusEntry(
      -67676, "errSecSelfCheckFailed",
      "A security component failed the check of itself and will not run. Install it anew."),
    StatusEntry(
      -67670, "errSecFunctionIntegrityFail",
      "A function's code is not what it was when it was installed. Install the component anew."),
    StatusEntry(
      -67667, "errSecNotInitialized",
      "The component was used before it was initialised."),
    StatusEntry(
      -67675, "errSecInvalidPointer",
      "A pointer passed to the call is null or points nowhere useful."),
    StatusEntry(
      -67673, "errSecInvalidData",
      "The bytes passed to the call are not valid for it."),
    StatusEntry(
      -67694, "errSecInvalidValue",
      "A value passed to the call is not valid."),
    StatusEntry(
      -67689, "errSecInvalidName",
      "A name passed to the call is not valid."),
    StatusEntry(
      -67834, "errSecInvalidIndex",
      "An index lies outside what it counts."),
    StatusEntry(
      -67832, "errSecInvalidID",
      "An identifier is not valid."),
    StatusEntry(
      -67833, "errSecInvalidIdentifier",
      "An object identifier is not well formed."),
    StatusEntry(
      -67679, "errSecInvalidGUID",
      "A globally unique identifier is not well formed."),
    StatusEntry(
      -67680, "errSecInvalidHandle",
      "A handle is not valid, or what it stood for has been closed."),
    StatusEntry(
      -67668, "errSecInvalidHandleUsage",
      "A handle is being used for something that it was not opened for."),
    StatusEntry(
      -67683, "errSecInvalidNetworkAddress",
      "A network address is not well formed."),
    StatusEntry(
      -67848, "errSecUnsupportedAddressType",
      "A network address is of a type that is not supported."),
    StatusEntry(
      -67594, "errSecConversionError",
      "A value could not be converted to the kind that is needed."),
    StatusEntry(
      -67853, "errSecInvalidEncoding",
      "The bytes are in an encoding that is not valid here."),
    StatusEntry(
      -67597, "errSecFileTooBig",
      "The file is too big to be handled."),
    StatusEntry(
      -67596, "errSecQuotaExceeded",
      "The space that this user may fill is used up. Remove something, or raise the quota."),
    StatusEntry(
      -67836, "errSecInvalidTimeString",
      "A time is not written in the form that is expected."),
    StatusEntry(
      -67695, "errSecCallbackFailed",
      "A callback function of the program reported a failure."),
    StatusEntry(
      -67862, "errSecUnsupportedLocality",
      "The language or region that was asked for is not supported."),
  ]
}

// SPDX-License-Identifier: Apache-2.0

// MARK: Codes that any call may return.

/// The call succeeded.
public let errSecSuccess: OSStatus = 0

/// This operation is not available for this class of item, or not on this system.
public let errSecUnimplemented: OSStatus = -4

/// The disk is full.
public let errSecDiskFull: OSStatus = -34

/// Reading or writing a file failed.
public let errSecIO: OSStatus = -36

/// The file is already open for writing by somebody else.
public let errSecOpWr: OSStatus = -49

/// An argument or a key of the query is missing, misspelt, or has a value of the wrong kind.
public let errSecParam: OSStatus = -50

/// The file may not be written by this user.
public let errSecWrPerm: OSStatus = -61

/// There is not enough memory to carry out the call.
public let errSecAllocate: OSStatus = -108

/// The person who was asked to authenticate declined.
public let errSecUserCanceled: OSStatus = -128

/// The call makes no sense in the present state.
public let errSecBadReq: OSStatus = -909

/// A part of the keychain failed.
public let errSecInternalComponent: OSStatus = -2070

/// A CoreFoundation call failed without saying why.
public let errSecCoreFoundationUnknown: OSStatus = -4960

/// This program has no access group, or not the one it asks for.
public let errSecMissingEntitlement: OSStatus = -34018

/// A program of this kind may not make this call.
public let errSecRestrictedAPI: OSStatus = -34020

/// The keychain came upon a state that it does not expect.
public let errSecInternalError: OSStatus = -67671

/// Memory that the call needs could not be had or reached.
public let errSecMemoryError: OSStatus = -67672

/// The call failed, and the part that failed gave no reason.
public let errSecFunctionFailed: OSStatus = -67677

/// A security component failed the check of itself and will not run.
public let errSecSelfCheckFailed: OSStatus = -67676

/// A function's code is not what it was when it was installed.
public let errSecFunctionIntegrityFail: OSStatus = -67670

/// The component was used before it was initialised.
public let errSecNotInitialized: OSStatus = -67667

/// A pointer passed to the call is null or points nowhere useful.
public let errSecInvalidPointer: OSStatus = -67675

/// The bytes passed to the call are not valid for it.
public let errSecInvalidData: OSStatus = -67673

/// A value passed to the call is not valid.
public let errSecInvalidValue: OSStatus = -67694

/// A name passed to the call is not valid.
public let errSecInvalidName: OSStatus = -67689

/// An index lies outside what it counts.
public let errSecInvalidIndex: OSStatus = -67834

/// An identifier is not valid.
public let errSecInvalidID: OSStatus = -67832

/// An object identifier is not well formed.
public let errSecInvalidIdentifier: OSStatus = -67833

/// A globally unique identifier is not well formed.
public let errSecInvalidGUID: OSStatus = -67679

/// A handle is not valid, or what it stood for has been closed.
public let errSecInvalidHandle: OSStatus = -67680

/// A handle is being used for something that it was not opened for.
public let errSecInvalidHandleUsage: OSStatus = -67668

/// A network address is not well formed.
public let errSecInvalidNetworkAddress: OSStatus = -67683

/// A network address is of a type that is not supported.
public let errSecUnsupportedAddressType: OSStatus = -67848

/// A value could not be converted to the kind that is needed.
public let errSecConversionError: OSStatus = -67594

/// The bytes are in an encoding that is not valid here.
public let errSecInvalidEncoding: OSStatus = -67853

/// The file is too big to be handled.
public let errSecFileTooBig: OSStatus = -67597

/// The space that this user may fill is used up.
public let errSecQuotaExceeded: OSStatus = -67596

/// A time is not written in the form that is expected.
public let errSecInvalidTimeString: OSStatus = -67836

/// A callback function of the program reported a failure.
public let errSecCallbackFailed: OSStatus = -67695

/// The language or region that was asked for is not supported.
public let errSecUnsupportedLocality: OSStatus = -67862

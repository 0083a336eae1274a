// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of loadable components and of devices.

/// The manager of components could not be initialised.
public let errSecModuleManagerInitializeFailed: OSStatus = -67721

/// The manager of components was not found.
public let errSecModuleManagerNotFound: OSStatus = -67722

/// The component has not been loaded.
public let errSecModuleNotLoaded: OSStatus = -67718

/// The manifest of a component did not verify.
public let errSecModuleManifestVerifyFailed: OSStatus = -67678

/// An add-in could not be loaded.
public let errSecAddinLoadFailed: OSStatus = -67711

/// An add-in could not be unloaded.
public let errSecAddinUnloadFailed: OSStatus = -67714

/// The function table of an add-in is not valid.
public let errSecInvalidAddinFunctionTable: OSStatus = -67716

/// An elective component manager could not be loaded.
public let errSecEMMLoadFailed: OSStatus = -67709

/// An elective component manager could not be unloaded.
public let errSecEMMUnloadFailed: OSStatus = -67710

/// No callback is registered for this event.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67723

/// The handle of the attached component is in use.
public let errSecAttachHandleBusy: OSStatus = -67728

/// The directory of components failed.
public let errSecMDSError: OSStatus = -67674

/// The code to be checked was not found by the version checker.
public let errSecPVCReferentNotFound: OSStatus = -67669

/// The version checker has been set up already.
public let errSecPVCAlreadyConfigured: OSStatus = -67707

/// The setting of the version checker is not valid.
public let errSecInvalidPVC: OSStatus = -67708

/// The device was reset in the middle of the work.
public let errSecDeviceReset: OSStatus = -67587

/// The device failed.
public let errSecDeviceFailed: OSStatus = -67588

/// The device reported an error.
public let errSecDeviceError: OSStatus = -67727

/// The device could not be verified as the one it claims to be.
public let errSecDeviceVerifyFailed: OSStatus = -67812

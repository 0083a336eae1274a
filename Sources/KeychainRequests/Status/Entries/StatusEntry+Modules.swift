// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of loadable components and of devices.
  static let modules: [StatusEntry] = [
    StatusEntry(
      -67721, "errSecModuleManagerInitializeFailed",
      "The manager of components could not be initialised."),
    StatusEntry(
      -67722, "errSecModuleManagerNotFound",
      "The manager of components was not found."),
    StatusEntry(
      -67718, "errSecModuleNotLoaded",
      "The component has not been loaded."),
    StatusEntry(
      -67678, "errSecModuleManifestVerifyFailed",
      "The manifest of a component did not verify. Install the component anew."),
    StatusEntry(
      -67711, "errSecAddinLoadFailed",
      "An add-in could not be loaded."),
    StatusEntry(
      -67714, "errSecAddinUnloadFailed",
      "An add-in could not be unloaded."),
    StatusEntry(
      -67716, "errSecInvalidAddinFunctionTable",
      "The function table of an add-in is not valid."),
    StatusEntry(
      -67709, "errSecEMMLoadFailed",
      "An elective component manager could not be loaded."),
    StatusEntry(
      -67710, "errSecEMMUnloadFailed",
      "An elective component manager could not be unloaded."),
    StatusEntry(
      -67723, "errSecEventNotificationCallbackNotFound",
      "No callback is registered for this event."),
    StatusEntry(
      -67728, "errSecAttachHandleBusy",
      "The handle of the attached component is in use."),
    StatusEntry(
      -67674, "errSecMDSError",
      "The directory of components failed."),
    StatusEntry(
      -67669, "errSecPVCReferentNotFound",
      "The code to be checked was not found by the version checker."),
    StatusEntry(
      -67707, "errSecPVCAlreadyConfigured",
      "The version checker has been set up already."),
    StatusEntry(
      -67708, "errSecInvalidPVC",
      "The setting of the version checker is not valid."),
    StatusEntry(
      -67587, "errSecDeviceReset",
      "The device was reset in the middle of the work. Start again."),
    StatusEntry(
      -67588, "errSecDeviceFailed",
      "The device failed."),
    StatusEntry(
      -67727, "errSecDeviceError",
      "The device reported an error."),
    StatusEntry(
      -67812, "errSecDeviceVerifyFailed",
      "The device could not be verified as the one it claims to be."),
  ]
}

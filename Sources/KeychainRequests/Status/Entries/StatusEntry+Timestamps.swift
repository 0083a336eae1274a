// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of time stamps that a time stamp authority puts on signatures.
  static let timestamps: [StatusEntry] = [
    StatusEntry(
      -67882, "errSecTimestampMissing",
      "A time stamp was expected and is not there."),
    StatusEntry(
      -67883, "errSecTimestampInvalid",
      "The time stamp is not valid."),
    StatusEntry(
      -67884, "errSecTimestampNotTrusted",
      "The time stamp was made by an authority that is not trusted."),
    StatusEntry(
      -67885, "errSecTimestampServiceNotAvailable",
      "The time stamp authority cannot be reached."),
    StatusEntry(
      -67886, "errSecTimestampBadAlg",
      "The time stamp uses an algorithm that is not known or not supported."),
    StatusEntry(
      -67887, "errSecTimestampBadRequest",
      "The request for a time stamp is not permitted or not supported."),
    StatusEntry(
      -67888, "errSecTimestampBadDataFormat",
      "The data sent for a time stamp have a wrong format."),
    StatusEntry(
      -67889, "errSecTimestampTimeNotAvailable",
      "The time stamp authority does not know the time at present."),
    StatusEntry(
      -67890, "errSecTimestampUnacceptedPolicy",
      "The time stamp authority does not support the policy that was asked for."),
    StatusEntry(
      -67891, "errSecTimestampUnacceptedExtension",
      "The time stamp authority does not support the extension that was asked for."),
    StatusEntry(
      -67892, "errSecTimestampAddInfoNotAvailable",
      "The time stamp authority cannot give the additional information that was asked for."),
    StatusEntry(
      -67893, "errSecTimestampSystemFailure",
      "The time stamp authority says that it failed within."),
    StatusEntry(
      -67894, "errSecSigningTimeMissing",
      "The time of signing was expected and is not there."),
    StatusEntry(
      -67895, "errSecTimestampRejection",
      "The time stamp authority rejected the request."),
    StatusEntry(
      -67896, "errSecTimestampWaiting",
      "The request for a time stamp waits to be decided. Ask again later."),
    StatusEntry(
      -67897, "errSecTimestampRevocationWarning",
      "The time stamp authority warns that its certificate will be revoked soon."),
    StatusEntry(
      -67898, "errSecTimestampRevocationNotification",
      "The time stamp authority says that its certificate has been revoked."),
  ]
}

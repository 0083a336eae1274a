// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of access control lists and of the credentials that satisfy them.
  static let accessLists: [StatusEntry] = [
    StatusEntry(
      -25240, "errSecACLNotSimple",
      "The access control list is more than a plain list of programs, and this call handles only those."
    ),
    StatusEntry(
      -25243, "errSecNoAccessForItem",
      "The item has no access control list."),
    StatusEntry(
      -25244, "errSecInvalidOwnerEdit",
      "The owner of an access control list cannot be changed in this way."),
    StatusEntry(
      -67702, "errSecInvalidACL",
      "The access control list is not valid."),
    StatusEntry(
      -67696, "errSecACLDeleteFailed",
      "The access control list could not be deleted."),
    StatusEntry(
      -67697, "errSecACLReplaceFailed",
      "The access control list could not be replaced by another."),
    StatusEntry(
      -67698, "errSecACLAddFailed",
      "The entry could not be added to the access control list."),
    StatusEntry(
      -67699, "errSecACLChangeFailed",
      "The access control list could not be changed."),
    StatusEntry(
      -67851, "errSecInvalidBaseACLs",
      "The initial access control lists are not valid."),
    StatusEntry(
      -67589, "errSecAppleAddAppACLSubject",
      "The program could not be added to those that the access control list trusts."),
    StatusEntry(
      -67878, "errSecInvalidNewOwner",
      "The new owner is not valid."),
    StatusEntry(
      -67879, "errSecInvalidModifyMode",
      "The way in which the record is to be changed is not valid."),
    StatusEntry(
      -67700, "errSecInvalidAccessCredentials",
      "The credentials do not fit what is to be reached."),
    StatusEntry(
      -67876, "errSecInvalidAccessRequest",
      "The request asks for an access that does not exist."),
    StatusEntry(
      -67703, "errSecInvalidSampleValue",
      "A sample among the credentials, such as a passphrase, is not right."),
    StatusEntry(
      -67822, "errSecInsufficientCredentials",
      "More credentials are needed than were given."),
    StatusEntry(
      -67705, "errSecPrivilegeNotGranted",
      "The program has not been given the right to do this."),
    StatusEntry(
      -67726, "errSecPrivilegeNotSupported",
      "The right that was asked for does not exist here."),
    StatusEntry(
      -67586, "errSecInsufficientClientID",
      "The program did not say enough about who it is."),
    StatusEntry(
      -67813, "errSecInvalidLoginName",
      "The login name is not valid."),
    StatusEntry(
      -67814, "errSecAlreadyLoggedIn",
      "Somebody is already logged in to this device or service. Log out first."),
    StatusEntry(
      -67729, "errSecNotLoggedIn",
      "Nobody is logged in to this device or service. Log in first."),
    StatusEntry(
      -67706, "errSecInvalidScope",
      "The scope of the rights that were asked for is not valid."),
    StatusEntry(
      -67825, "errSecVerifyActionFailed",
      "An action that had to be verified was refused."),
    StatusEntry(
      -67823, "errSecInvalidAction",
      "The action is not one that can be taken here."),
    StatusEntry(
      -67824, "errSecInvalidAuthority",
      "The authority that is to decide is not valid."),
    StatusEntry(
      -67844, "errSecNoDefaultAuthority",
      "No authority has been made the default one."),
  ]
}

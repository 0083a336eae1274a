// SPDX-License-Identifier: Apache-2.0

extension KeychainSelection {
  /// What decides which keychain a process uses.
  package enum Origin: String, Sendable {
    case keychainVariable = "STRONGROOM_KEYCHAIN"
    case daemonMarker = "/etc/strongroom/daemon"
    case folderVariable = "STRONGROOM_HOME"
    case dataFolderVariable = "XDG_DATA_HOME"
    case homeVariable = "HOME"
    /// The home folder that the system's list of users has.
    case userDatabase = "the list of users"
  }
}

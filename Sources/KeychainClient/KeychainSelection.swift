// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import KeychainEngine
internal import KeychainRequests

/// Which keychain a process uses.
///
/// `STRONGROOM_KEYCHAIN` chooses: `memory:`, `file:FOLDER` or `unix:SOCKET`. Unset, a machine with
/// a daemon uses the daemon, every other one the user's own folder. What was chosen and cannot be
/// reached is an error, never a reason to use another one.
package enum KeychainSelection: Equatable, Sendable {
  case embedded(KeychainLocation)
  case unavailable(reason: String)

  /// What a listing calls the keychain: its folder, where it has one.
  package var path: String {
    switch self {
    case .embedded(.folder(let path)): path
    case .embedded(.memory): "memory:"
    case .unavailable: ""
    }
  }

  /// Present where the daemon is installed.
  package static let daemonMarker = "/etc/strongroom/daemon"

  /// Reads the environment.
  package init(_ environment: Environment, daemonMarker: String = Self.daemonMarker) {
    self = Self.reading(environment, daemonMarker: daemonMarker).selection
  }

  /// Reads the environment, and says what in it decided.
  package static func reading(
    _ environment: Environment, daemonMarker: String = Self.daemonMarker
  ) -> (selection: KeychainSelection, origin: Origin) {
    if let choice = environment["STRONGROOM_KEYCHAIN"] {
      return (chosen(choice), .keychainVariable)
    }
    guard unsafe access(daemonMarker, F_OK) != 0 else {
      let reason =
        "\(daemonMarker) says that this machine uses keychaind, which this version does not speak to; set STRONGROOM_KEYCHAIN=file:FOLDER to use a keychain of your own"
      return (.unavailable(reason: reason), .daemonMarker)
    }
    return usersOwn(environment)
  }

  private static func chosen(_ choice: String) -> KeychainSelection {
    if choice == "memory:" { return .embedded(.memory) }
    if choice.hasPrefix("file:") {
      return folder(String(choice.dropFirst("file:".count)), from: .keychainVariable)
    }
    let reason =
      choice.hasPrefix("unix:")
      ? "STRONGROOM_KEYCHAIN names a socket of keychaind, which this version does not speak to; use file:FOLDER or memory:"
      : "STRONGROOM_KEYCHAIN is \(choice.debugDescription); it takes memory:, file:FOLDER or unix:SOCKET"
    return .unavailable(reason: reason)
  }

  /// `$STRONGROOM_HOME`, else `$XDG_DATA_HOME/strongroom`, else `~/.local/share/strongroom`.
  private static func usersOwn(
    _ environment: Environment
  ) -> (selection: KeychainSelection, origin: Origin) {
    if let home = environment["STRONGROOM_HOME"] {
      return (folder(home, from: .folderVariable), .folderVariable)
    }
    // The XDG specification has relative paths ignored.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return (folder(data + "/strongroom", from: .dataFolderVariable), .dataFolderVariable)
    }
    let origin = environment["HOME"] == nil ? Origin.userDatabase : .homeVariable
    guard let home = environment["HOME"] ?? homeFromUserDatabase() else {
      let reason = "this user has no home folder; set STRONGROOM_HOME to a folder for the keychain"
      return (.unavailable(reason: reason), origin)
    }
    return (folder(home + "/.local/share/strongroom", from: origin), origin)
  }

  private static func folder(_ path: String, from origin: Origin) -> KeychainSelection {
    guard path.hasPrefix("/") else {
      return .unavailable(
        reason:
          "\(origin.rawValue) gives the keychain's folder as \(path.debugDescription); it must be an absolute path"
      )
    }
    return .embedded(.folder(path))
  }

  private static func homeFromUserDatabase() -> String? {
    guard let entry = unsafe getpwuid(geteuid()), let home = unsafe entry.pointee.pw_dir else {
      return nil
    }
    return unsafe String(cString: home)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import KeychainEngine
internal import KeychainRequests

/// A keychain as a person names it on a command line.
package enum NamedKeychain: Equatable, Sendable {
  /// The one that is used where none is named.
  case usersOwn
  case folder(KeychainLocation)
  /// There is none of that name.
  case missing(reason: String)

  private static let usersOwnNames = ["login.keychain", "login.keychain-db"]
  private static let macFolder = "Library/Keychains"

  /// Reads `name`: the path of a keychain's folder, or a name under which macOS has the user's own,
  /// so that scripts that spell it out find what they mean.
  ///
  /// A path has a slash in it; names without one are kept for keychains that have names.
  /// Relative paths start from `workingFolder`, or from this process's own when that is nil.
  package init(_ name: String, workingFolder: String? = nil) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    if Self.usersOwnNames.contains(String(parts.last ?? "")),
      parts.count == 1 || folder == Self.macFolder || folder.hasSuffix("/" + Self.macFolder)
    {
      self = .usersOwn
      return
    }
    guard parts.count > 1 else {
      self = .missing(
        reason:
          "there is no keychain called \(name.debugDescription); name one by the path of its folder, with a slash in it"
      )
      return
    }
    let base = workingFolder ?? Self.workingFolder()
    let location = KeychainLocation.folder(name.hasPrefix("/") ? name : base + "/" + name)
    self =
      location.isVacant
      ? .missing(
        reason:
          "there is no keychain in \(name.debugDescription); the first item makes one: name the folder in STRONGROOM_HOME for that"
      )
      : .folder(location)
  }

  private static func workingFolder() -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let path = unsafe getcwd(buffer.baseAddress, buffer.count) else { return "." }
      return unsafe String(cString: path)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The user under whom tests of permissions run: root may do everything, so nothing would be
/// refused.
package enum OrdinaryUser {
  /// This process's user, unless that is root; then `nobody`.
  package static let identifier: UInt32 = geteuid() == 0 ? 65534 : geteuid()

  /// The command that runs `command` as that user.
  package static func command(_ command: [String]) -> [String] {
    guard geteuid() == 0 else { return command }
    return ["setpriv", "--reuid=\(identifier)", "--regid=\(identifier)", "--clear-groups", "--"]
      + command
  }

  /// Gives the file or folder at `path` to that user.
  package static func own(_ path: String) {
    guard geteuid() == 0 else { return }
    let status = unsafe chown(path, identifier, identifier)
    precondition(status == 0, "cannot give \(path) away: errno \(errno)")
  }

  /// Copies the executable called `name` to `path`, where that user can run it also when the build
  /// lies in a folder that is root's alone.
  package static func install(_ name: String, at path: String) {
    // By a process of its own: a file that this one had open for writing could not be executed as
    // long as a child that was just then being started holds it too.
    let ending = ChildProcess(["install", "-m", "755", BuiltExecutable.path(name), path]).wait()
    precondition(ending == .exit(0), "cannot copy \(name) to \(path)")
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Looks at a keychain's folder: who can get at it and at what is in it.
enum FolderCheckup {
  static func examine(_ folder: KeychainFolder, _ health: inout KeychainHealth) {
    do throws(KeychainEngineError) {
      guard let status = try File.status(of: folder.path) else { return }
      health.folder.exists = true
      health.folder.owner = status.owner
      health.folder.permissions = status.permissions
      do throws(KeychainEngineError) { _ = try folder.exists() } catch {
        health.report(.folder, error.reason)
      }
      guard status.isFolder else { return }
      for name in try folder.names().sorted() {
        // One that has gone meanwhile is no loss.
        guard let status = try folder.stamp(of: name) else { continue }
        health.folder.files.append(
          KeychainHealth.FileState(
            name: name, byteCount: status.byteCount, owner: status.owner,
            permissions: status.permissions))
        check(status, folder.path(of: name), &health)
      }
    } catch {
      health.report(.folder, error.reason)
    }
  }

  private static func check(
    _ status: File.Status, _ path: String, _ health: inout KeychainHealth
  ) {
    guard status.isRegular else { return }
    if status.owner != geteuid() {
      health.report(
        .files,
        "the file \(path) belongs to user \(status.owner), not to user \(geteuid()) whose keychain this is; give it back with: chown \(geteuid()) '\(path)'"
      )
    }
    if status.permissions & 0o077 != 0 {
      health.report(
        .files, "the file \(path) is open to other users; close it with: chmod 600 '\(path)'")
    } else if status.permissions & 0o600 != 0o600 {
      health.report(
        .files,
        "the file \(path) lacks its owner's own permissions; give them back with: chmod 600 '\(path)'"
      )
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import Secrets
internal import TPM

/// The folder of a keychain: who may have it, what is in it, and how its small files are replaced.
struct KeychainFolder: Sendable {
  let path: String
  /// The TPM that may have sealed its device key.
  let tpm: TPMDevice.Configuration

  static let lockName = "keychain.lock"
  /// Present while a keychain is being made: what lies beside it then has never held an item.
  static let creationMarkerName = "keychain.creating"
  /// Behind the name of a small file while it is being written.
  static let newSuffix = ".new"

  init(path: String, tpm: TPMDevice.Configuration = .init()) {
    self.path = path
    self.tpm = tpm
  }

  func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }

  /// Whether the folder is there.
  ///
  /// - Throws: `errSecNotAvailable` when it is somebody else's, open to others, closed to its
  ///   owner, or no folder.
  func exists() throws(KeychainEngineError) -> Bool {
    guard let status = try File.status(of: path) else { return false }
    guard status.isFolder else {
      throw KeychainEngineError(
        .notAvailable, "\(path) is not a folder; a keychain needs one of its own")
    }
    let user = geteuid()
    guard status.owner == user else {
      throw KeychainEngineError(
        .notAvailable,
        "the folder \(path) belongs to user \(status.owner), not to user \(user) who runs this program; run it as the owner, or name another folder in STRONGROOM_HOME"
      )
    }
    guard status.permissions & 0o077 == 0 else {
      throw KeychainEngineError(
        .notAvailable,
        "the folder \(path) is open to other users; close it with: chmod 700 '\(path)'")
    }
    // Reading takes a log beside the database: with less than all rights it would work at times and
    // not at others.
    guard status.permissions & 0o700 == 0o700 else {
      throw KeychainEngineError(
        .notAvailable,
        "the folder \(path) lacks its owner's own permissions; give them back with: chmod 700 '\(path)'"
      )
    }
    return true
  }

  /// Whether this process may put files into the folder and take them away.
  var isWritable: Bool { unsafe access(path, W_OK) == 0 }

  /// Makes the folder, and the folders above it that are missing.
  func create() throws(KeychainEngineError) {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      try File.makeFolder(String(path[..<slash]))
      end = slash
    }
    try File.makeFolder(path)
  }

  /// Opens a file whose lock guards something, the keychain itself by default, making it when it is
  /// missing.
  func openLock(_ name: String = Self.lockName) throws(KeychainEngineError) -> File {
    try File(path(of: name), flags: O_RDWR | O_CREAT)
  }

  /// What tells one version of the file `name` from the next; nil when there is no such file.
  func stamp(of name: String) throws(KeychainEngineError) -> File.Status? {
    try File.status(of: path(of: name))
  }

  /// Reads a file that must be its owner's alone.
  ///
  /// - Throws: `errSecNotAvailable` when others may read it or it cannot be read.
  func read(_ name: String, limit: Int) throws(KeychainEngineError) -> SecretBytes {
    let path = path(of: name)
    if let status = try File.status(of: path), status.permissions & 0o077 != 0 {
      throw KeychainEngineError(
        .notAvailable, "the file \(path) is open to other users; close it with: chmod 600 '\(path)'"
      )
    }
    return try File(path, flags: O_RDONLY).read(limit: limit)
  }

  /// Puts `bytes` in the place of the file `name`, all or nothing, and on the disk when it returns.
  func replace(_ name: String, with bytes: RawSpan) throws(KeychainEngineError) {
    let new = path(of: name + Self.newSuffix)
    try File.remove(new)
    try File(new, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW).writeDurably(bytes)
    try File.rename(new, to: path(of: name))
    try synchronize()
  }

  func remove(_ name: String) throws(KeychainEngineError) {
    try File.remove(path(of: name))
  }

  /// Writes zeros over a file, where the file system lets it, and removes it; no error when there
  /// is none.
  func overwriteAndRemove(_ name: String) throws(KeychainEngineError) {
    let path = path(of: name)
    guard let status = try File.status(of: path) else { return }
    let file = status.isRegular ? try? File(path, flags: O_WRONLY | O_NOFOLLOW) : nil
    // First it goes, so that nobody opens half of it.
    try File.remove(path)
    try? file?.overwrite(byteCount: status.byteCount)
  }

  /// The names of everything in the folder.
  func names() throws(KeychainEngineError) -> [String] { try File.names(in: path) }

  /// Waits until the names in the folder are on the disk.
  func synchronize() throws(KeychainEngineError) {
    try File(path, flags: O_RDONLY | O_DIRECTORY).synchronize()
  }
}

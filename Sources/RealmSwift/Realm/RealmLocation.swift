// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Foundation
internal import Synchronization

/// Where the file of a realm is, and the key to it.
///
/// A realm in memory is a file that nobody can read once the process is gone: in memory where the
/// system has a file system for it, encrypted with a key that is never written, and deleted with
/// the last reference.
final class RealmLocation: Sendable {
  /// A key, shared.
  final class Key: Sendable {
    let value: DatabaseKey
    init(_ value: consuming DatabaseKey) { self.value = value }
  }

  let path: String
  /// Nil for a file that anybody can read.
  let key: Key?
  /// The folder that goes with the realm.
  private let temporaryFolder: String?

  private static let inMemory = Mutex<[String: WeakLocation]>([:])
  private struct WeakLocation: Sendable { weak let location: RealmLocation? }

  /// The location that a configuration names.
  ///
  /// - Throws: `Realm.Error` for a key that is none.
  convenience init(file path: String, encryptionKey: Data?) throws {
    self.init(
      path: path, key: try encryptionKey.map { try Self.key($0, path: path) }, folder: nil)
  }

  private init(path: String, key: Key?, folder: String?) {
    self.path = path
    self.key = key
    temporaryFolder = folder
  }

  static func of(_ configuration: Realm.Configuration) throws -> RealmLocation {
    if let identifier = configuration.inMemoryIdentifier { return try inMemory(identifier) }
    return try RealmLocation(
      file: configuration.path, encryptionKey: configuration.encryptionKey)
  }

  private static func key(_ bytes: Data, path: String) throws -> Key {
    do {
      return Key(try unsafe DatabaseKey(copying: bytes.span.bytes))
    } catch {
      throw Realm.Error(
        .invalidInput,
        reason: "\(path) cannot be opened with this encryption key: it has \(bytes.count) bytes"
          + (bytes.count == DatabaseKey.byteCount ? ", all of them the same" : "")
          + "; a key has \(DatabaseKey.byteCount) random bytes, as Keyring makes them",
        file: path, underlying: .invalidKey)
    }
  }

  private static func inMemory(_ identifier: String) throws -> RealmLocation {
    try inMemory.withLock { known in
      if let location = known[identifier]?.location { return location }
      let parent =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? "/dev/shm" : FileManager.default.temporaryDirectory.path
      let folder = "\(parent)/realm-\(UUID().uuidString)"
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false,
          attributes: [.posixPermissions: 0o700])
      } catch {
        throw Realm.Error(
          .fileAccess, reason: "no folder for a realm in memory: \(error.localizedDescription)",
          file: folder)
      }
      let location = RealmLocation(
        path: "\(folder)/memory.realm", key: Key(DatabaseKey.random()), folder: folder)
      known[identifier] = WeakLocation(location: location)
      known = known.filter { $0.value.location != nil }
      return location
    }
  }

  deinit {
    if let temporaryFolder { try? FileManager.default.removeItem(atPath: temporaryFolder) }
  }

  /// The file, and what SQLite keeps beside it.
  var files: [String] { ["", "-wal", "-shm", "-journal", CommitSignal.suffix].map { path + $0 } }

  /// Makes sure that there is a folder, and copies the seed.
  func prepare(_ configuration: Realm.Configuration) throws {
    guard temporaryFolder == nil else { return }
    if configuration.fileURL == Realm.Configuration.defaultFileURL, !configuration.readOnly {
      try? FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    if let seed = configuration.seedFilePath?.path, !FileManager.default.fileExists(atPath: path) {
      try copySeed(seed)
    }
    if configuration.readOnly, !FileManager.default.fileExists(atPath: path) {
      throw Realm.Error(
        .fileNotFound, reason: "\(path) is to be opened read-only, and does not exist", file: path)
    }
  }

  private func copySeed(_ seed: String) throws {
    guard FileManager.default.fileExists(atPath: seed) else {
      throw Realm.Error(.fileNotFound, reason: "there is no seed file \(seed)", file: seed)
    }
    let log = try? FileManager.default.attributesOfItem(atPath: seed + "-wal")[.size] as? Int
    guard (log ?? 0) == 0 else {
      throw Realm.Error(
        .fileAccess,
        reason:
          "the seed file \(seed) is in use or was not closed; make it with writeCopy(toFile:)",
        file: seed)
    }
    if let missing = FileKind.missingFolder(of: path) { throw missing }
    let partial = "\(path).\(UUID().uuidString).partial"
    defer { try? FileManager.default.removeItem(atPath: partial) }
    do {
      try FileManager.default.copyItem(atPath: seed, toPath: partial)
      // A seed is often one that nobody may write.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial)
      // Unlike a rename, a link never replaces what somebody has put there meanwhile.
      try FileManager.default.linkItem(atPath: partial, toPath: path)
    } catch {
      // Another process may have been quicker.
      if FileManager.default.fileExists(atPath: path) { return }
      throw Realm.Error(
        .fileAccess,
        reason: "the seed file \(seed) cannot be copied to \(path): "
          + error.localizedDescription, file: path)
    }
  }

  /// Deletes the files.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  func delete() throws -> Bool {
    var isDeleted = false
    // The log first: a database without its log is older, a log without its database is nothing.
    for file in files.reversed() where FileManager.default.fileExists(atPath: file) {
      do {
        try FileManager.default.removeItem(atPath: file)
        isDeleted = true
      } catch {
        throw Realm.Error(
          .filePermissionDenied, reason: "\(file) cannot be deleted: \(error.localizedDescription)",
          file: file)
      }
    }
    return isDeleted
  }
}

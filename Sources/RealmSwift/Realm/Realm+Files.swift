// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
public import Foundation
internal import ObjectStore
internal import SQLite

extension Realm {
  /// Whether there is a file for a configuration.
  public static func fileExists(for configuration: Configuration) -> Bool {
    guard let path = configuration.fileURL?.path else { return false }
    return FileManager.default.fileExists(atPath: path)
  }

  /// Deletes the file of a configuration, and what is kept beside it.
  ///
  /// **On Linux** another process that has it open is not noticed; its next write fails.
  ///
  /// - Returns: whether there was something to delete.
  /// - Throws: ``Error`` with `alreadyOpen` while a realm of this process uses the file.
  public static func deleteFiles(for configuration: Configuration) throws -> Bool {
    guard let path = configuration.fileURL?.path else { return false }
    if OpenRealms.isOpen(path) {
      throw Error(
        .alreadyOpen, reason: "\(path) cannot be deleted: a realm of this process has it open",
        file: path)
    }
    return try RealmLocation(file: path, encryptionKey: nil).delete()
  }

  /// The schema version of a file.
  ///
  /// - Throws: ``Error``: `fileNotFound`, and as `Realm(configuration:)` does.
  public static func schemaVersionAtURL(
    _ fileURL: URL, encryptionKey: Data? = nil
  ) throws -> UInt64 {
    var configuration = Configuration(fileURL: fileURL, encryptionKey: encryptionKey)
    configuration.readOnly = true
    let location = try RealmLocation(file: configuration.path, encryptionKey: encryptionKey)
    guard FileManager.default.fileExists(atPath: location.path) else {
      throw Error(
        .fileNotFound, reason: "there is no file \(location.path)", file: location.path)
    }
    do {
      let store = try ObjectStore(try RealmFile.connect(to: location, configuration))
      guard let version = store.schema.version else {
        throw Error(
          .invalidDatabase, reason: "\(location.path) is empty, and has no schema version",
          file: location.path)
      }
      return version
    } catch {
      throw Error(error, file: location.path)
    }
  }

  /// Writes a compact copy to a new file: with a key it is encrypted, with another key so under
  /// that, with nil anybody can read it.
  ///
  /// In a write transaction the copy has what is not committed yet. The copy has no log beside it,
  /// so that it can be opened read-only where nothing can be written, and be a
  /// ``Configuration/seedFilePath``.
  ///
  /// - Throws: ``Error``: `fileExists` when there is such a file; the copy is whole or not there.
  public func writeCopy(toFile fileURL: URL, encryptionKey: Data? = nil) throws {
    core.prepareToRead()
    let location = try RealmLocation(file: fileURL.path, encryptionKey: encryptionKey)
    let path = location.path
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Self.targetExists(path)
    }
    if let missing = FileKind.missingFolder(of: path) { throw missing }
    let partial = try RealmLocation(
      file: "\(path).\(UUID().uuidString).partial", encryptionKey: encryptionKey)
    do {
      let connection = try RealmFile.connect(to: partial, Configuration(fileURL: fileURL))
      try core.store.copy(to: connection)
      // Without a log to carry over, the file is all there is.
      try connection.execute("PRAGMA journal_mode=DELETE")
      try connection.close()
      // Unlike a rename, a link never replaces what somebody has put there meanwhile.
      try FileManager.default.linkItem(atPath: partial.path, toPath: path)
      try partial.delete()
    } catch {
      _ = try? partial.delete()
      if FileManager.default.fileExists(atPath: path) { throw Self.targetExists(path) }
      throw Error(
        Error(error, file: path).errorCode,
        reason: "no copy could be written to \(path): \(Error(error, file: path).reason)",
        file: path)
    }
  }

  private static func targetExists(_ path: String) -> Error {
    Error(.fileExists, reason: "\(path) exists; a copy replaces nothing", file: path)
  }

  /// Writes a compact copy to the file of a configuration, encrypted as that says.
  ///
  /// - Throws: as ``writeCopy(toFile:encryptionKey:)``.
  public func writeCopy(configuration: Configuration) throws {
    guard let fileURL = configuration.fileURL else {
      throw Error(.invalidInput, reason: "a copy needs a configuration with a fileURL")
    }
    try writeCopy(toFile: fileURL, encryptionKey: configuration.encryptionKey)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Foundation
internal import SQLite

/// Says what a file is that could not be opened.
enum FileKind {
  /// Where a file of Realm's own has its mark, and what it is.
  private static let realmMark = (offset: 16, bytes: Array("T-DB".utf8))

  /// Puts a failure to open into words that tell its causes apart.
  static func explain(_ error: any Error, path: String, hasKey: Bool) -> Realm.Error {
    let plain = Realm.Error(error, file: path)
    switch plain.errorCode {
    case .invalidDatabase, .fileAccess, .fileNotFound: break
    default: return plain
    }
    var isFolder: ObjCBool = false
    if unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue
    {
      return Realm.Error(
        .fileAccess, reason: "\(path) is a folder; name a file in it", file: path)
    }
    if let missing = missingFolder(of: path) { return missing }
    if isRealmFile(path) {
      return Realm.Error(
        .invalidDatabase,
        reason: "\(path) was written by Realm itself; Strongroom keeps its own format. Export the "
          + "objects with the program that wrote it, and add them to a new file",
        file: path, underlying: .realmFile)
    }
    if plain.underlying == .notEncrypted {
      return Realm.Error(
        .invalidDatabase,
        reason:
          "\(path) is not encrypted, and the configuration has an encryptionKey; open it without, "
          + "and make an encrypted one with writeCopy(toFile:encryptionKey:)",
        file: path, underlying: .notEncrypted)
    }
    guard let kind = try? EncryptedDatabase.info(at: path).kind else { return plain }
    if !hasKey, kind == .encrypted || kind == .truncated {
      return Realm.Error(
        .invalidDatabase,
        reason:
          "\(path) is encrypted, and the configuration has no encryptionKey; set the one that it "
          + "was made with",
        file: path, underlying: .missingKey)
    }
    if !hasKey, kind == .foreign {
      return Realm.Error(
        .invalidDatabase,
        reason:
          "\(path) is no realm: it is neither an encrypted database nor an SQLite file; check the "
          + "path",
        file: path, underlying: .notADatabase)
    }
    return plain
  }

  /// The error for a file whose folder does not exist; nil where it does.
  static func missingFolder(of path: String) -> Realm.Error? {
    let parent = (path as NSString).deletingLastPathComponent
    guard !FileManager.default.fileExists(atPath: parent) else { return nil }
    return Realm.Error(
      .fileNotFound, reason: "there is no folder \(parent) for \(path); make it first", file: path)
  }

  private static func isRealmFile(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: realmMark.offset + realmMark.bytes.count)) ?? Data()
    return Array(head.dropFirst(realmMark.offset)) == realmMark.bytes
  }
}

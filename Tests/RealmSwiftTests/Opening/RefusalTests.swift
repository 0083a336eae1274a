// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import RealmSwift
import SQLite
import TestFolders
import Testing

/// One way in which a file does not open.
struct Refusal: Sendable, CustomTestStringConvertible {
  let name: String
  let code: Realm.Error.Code
  let underlying: Realm.Error.Underlying?
  /// Words of the message.
  let says: String
  /// Spoils the file, of eight pages and more under key 1, and says how it is opened then.
  let prepare: @Sendable (String) throws -> Realm.Configuration

  init(
    _ name: String, _ code: Realm.Error.Code, _ underlying: Realm.Error.Underlying? = nil,
    says: String, prepare: @escaping @Sendable (String) throws -> Realm.Configuration
  ) {
    self.name = name
    self.code = code
    self.underlying = underlying
    self.says = says
    self.prepare = prepare
  }

  var testDescription: String { name }

  static func spoil(_ path: String, _ change: (inout [UInt8]) -> Void) {
    var bytes = FileBytes.read(path)!
    change(&bytes)
    FileBytes.write(bytes, to: path)
  }

  /// Makes a database that is none of ours.
  static func makeTable(in path: String) throws {
    try FileManager.default.removeItem(atPath: path)
    let connection = try Connection(path: path)
    try connection.execute("PRAGMA journal_mode=WAL; CREATE TABLE t(x)")
    try connection.close()
  }

  static let all = [
    Refusal("a short key", .invalidInput, .invalidKey, says: "63 bytes") {
      .notes($0, key: Data(Data.key(1).dropLast()))
    },
    Refusal("a long key", .invalidInput, .invalidKey, says: "65 bytes") {
      .notes($0, key: Data.key(1) + [1])
    },
    Refusal("an empty key", .invalidInput, .invalidKey, says: "0 bytes") {
      .notes($0, key: Data())
    },
    Refusal("a key of equal bytes", .invalidInput, .invalidKey, says: "all of them the same") {
      .notes($0, key: Data(repeating: 9, count: 64))
    },
    Refusal("no key for an encrypted file", .invalidDatabase, .missingKey, says: "no encryptionKey")
    {
      .notes($0, key: nil)
    },
    Refusal("a wrong key", .invalidDatabase, .wrongKey, says: "key") { .notes($0, key: .key(2)) },
    Refusal("a key of which one half is wrong", .invalidDatabase, .wrongKey, says: "key") {
      .notes($0, key: Data.key(1).prefix(32) + Data.key(2).prefix(32))
    },
    Refusal(
      "a key for an unencrypted realm", .invalidDatabase, .notEncrypted, says: "encryptionKey"
    ) {
      try FileManager.default.removeItem(atPath: $0)
      try Realm.Configuration.notes($0, key: nil).fill()
      return .notes($0)
    },
    Refusal("a file of another kind", .invalidDatabase, .notADatabase, says: "check the path") {
      FileBytes.write(Array("# Notes\n".utf8) + [UInt8](repeating: 32, count: 5000), to: $0)
      return .notes($0, key: nil)
    },
    Refusal(
      "a file of another kind with a key", .invalidDatabase, .notADatabase, says: "check the path"
    ) {
      FileBytes.write(Array("# Notes\n".utf8) + [UInt8](repeating: 32, count: 5000), to: $0)
      return .notes($0)
    },
    Refusal("a truncated file", .invalidDatabase, .damaged, says: "57344 bytes of 65536") {
      spoil($0) { $0.removeLast(8192) }
      return .notes($0)
    },
    Refusal("a file that ends inside its first page", .invalidDatabase, .damaged, says: "byte 1000")
    {
      spoil($0) { $0 = Array($0.prefix(1000)) }
      return .notes($0)
    },
    Refusal(
      "a truncated file without a key", .invalidDatabase, .missingKey, says: "no encryptionKey"
    ) {
      spoil($0) { $0 = Array($0.prefix(1000)) }
      return .notes($0, key: nil)
    },
    Refusal("a damaged first page", .invalidDatabase, .damaged, says: "page 1") {
      spoil($0) { $0[2000] ^= 1 }
      return .notes($0)
    },
    Refusal(
      "a file that Realm wrote", .invalidDatabase, .realmFile, says: "written by Realm itself"
    ) {
      FileBytes.write(realmFile, to: $0)
      return .notes($0)
    },
    Refusal("a file that Realm wrote, without a key", .invalidDatabase, .realmFile, says: "Export")
    {
      FileBytes.write(realmFile, to: $0)
      return .notes($0, key: nil)
    },
    Refusal("another program's database", .unsupportedFileFormatVersion, says: "no object store") {
      try makeTable(in: $0)
      return .notes($0, key: nil)
    },
    Refusal(
      "another program's database with a key", .invalidDatabase, .notEncrypted,
      says: "encryptionKey"
    ) {
      try makeTable(in: $0)
      return .notes($0)
    },
    Refusal("a folder", .fileAccess, says: "is a folder") {
      try FileManager.default.removeItem(atPath: $0)
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
      return .notes($0)
    },
    Refusal("a folder without a key", .fileAccess, says: "is a folder") {
      try FileManager.default.removeItem(atPath: $0)
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
      return .notes($0, key: nil)
    },
    Refusal("a missing folder", .fileNotFound, says: "make it first") { .notes($0 + ".d/a.realm") },
    Refusal("a missing folder without a key", .fileNotFound, says: "make it first") {
      .notes($0 + ".d/a.realm", key: nil)
    },
    Refusal("a missing file, read-only", .fileNotFound, says: "read-only") {
      try FileManager.default.removeItem(atPath: $0)
      var configuration = Realm.Configuration.notes($0)
      configuration.readOnly = true
      return configuration
    },
    Refusal("an empty file, read-only", .schemaMismatch, says: "open it once for writing") {
      FileBytes.write([], to: $0)
      var configuration = Realm.Configuration.notes($0, key: nil)
      configuration.readOnly = true
      return configuration
    },
    Refusal("a missing seed", .fileNotFound, says: "seed") {
      try FileManager.default.removeItem(atPath: $0)
      var configuration = Realm.Configuration.notes($0)
      configuration.seedFilePath = URL(fileURLWithPath: $0 + ".seed")
      return configuration
    },
    Refusal("no file at all", .invalidInput, says: "needs a fileURL") { _ in
      var configuration = Realm.Configuration()
      configuration.fileURL = nil
      return configuration
    },
    Refusal("an address on the net", .invalidInput, says: "is no file") { _ in
      Realm.Configuration(fileURL: URL(string: "https://example.org/a.realm"))
    },
    Refusal("a key in memory", .invalidInput, says: "takes no encryption key") { _ in
      Realm.Configuration(inMemoryIdentifier: "a", encryptionKey: .key(1))
    },
  ]

  /// The head of a file of Realm's own: two references, the mark, the format.
  static let realmFile: [UInt8] =
    [UInt8](repeating: 0, count: 16) + Array("T-DB".utf8) + [24, 24, 0, 0]
    + [UInt8](repeating: 0, count: 8000)
}

@Suite struct Refusals {
  let folder = TemporaryFolder()

  @Test("a file that does not open says why, and stays as it is", arguments: Refusal.all)
  func refuse(_ refusal: Refusal) throws {
    let path = folder.file("a.realm")
    try Realm.Configuration.notes(path).fill(count: 8)
    let configuration = try refusal.prepare(path)
    let before = FileBytes.read(path)
    let error = try #require(
      failure { _ = try Realm(configuration: configuration) }, "it opens, or throws something else")
    #expect(error.errorCode == refusal.code, "\(error)")
    #expect(error.underlying == refusal.underlying, "\(error)")
    #expect(error.reason.contains(refusal.says), "\(error)")
    if let file = configuration.fileURL, file.isFileURL {
      #expect(error.reason.contains(file.path), "\(error)")
      #expect(error.fileURL != nil)
    }
    #expect(!error.reason.contains(Data.key(1).base64EncodedString()))
    #expect(FileBytes.read(path) == before)
  }

  @Test("an error is an NSError with Realm's domain and code")
  func nsError() throws {
    let path = folder.file("a.realm")
    try Realm.Configuration.notes(path).fill()
    do {
      _ = try Realm(configuration: .notes(path, key: .key(2)))
      Issue.record("a wrong key opens the file")
    } catch let error as NSError {
      #expect(error.domain == "io.realm")
      #expect(error.code == 20)
      #expect(error.localizedDescription.contains(path))
      #expect(error.userInfo["Error Name"] as? String == "invalidDatabase")
    }
  }

  @Test("an error is caught by its name")
  func pattern() throws {
    let path = folder.file("a.realm")
    try Realm.Configuration.notes(path).fill()
    func kind(_ body: () throws -> Realm) -> String {
      do {
        _ = try body()
        return "none"
      } catch Realm.Error.fileNotFound {
        return "fileNotFound"
      } catch Realm.Error.invalidDatabase {
        return "invalidDatabase"
      } catch {
        return error.localizedDescription
      }
    }
    #expect(kind { try Realm(configuration: .notes(path, key: nil)) } == "invalidDatabase")
    #expect(kind { try Realm(configuration: .notes(path + "/b")) } != "none")
    #expect(kind { try Realm(configuration: .notes(folder.file("no/b"))) } == "fileNotFound")
  }

  @Test("an error that a program does not expect ends it with the reason")
  func uncaught() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let folder = TemporaryFolder()
      do {
        _ = try Realm(configuration: .notes(folder.file("no/a.realm")))
      } catch let error as NSError {
        print(error.domain, error.code, error.localizedDescription)
        fflush(nil)
      }
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("io.realm 5 there is no folder"))
  }

  @Test(
    "an empty file opens as a new one", arguments: [Data.key(1), nil])
  func empty(_ key: Data?) throws {
    let path = folder.file("a.realm")
    FileBytes.write([], to: path)
    try Realm.Configuration.notes(path, key: key).fill()
    #expect(try Realm(configuration: .notes(path, key: key)).objects(Jotting.self).count == 1)
  }

  @Test("a file that is open with another key says so", arguments: [Data.key(2), nil])
  func open(_ key: Data?) throws {
    let path = folder.file("a.realm")
    let realm = try Realm(configuration: .notes(path))
    let error = try #require(failure { _ = try Realm(configuration: .notes(path, key: key)) })
    #expect(error.errorCode == .alreadyOpen)
    #expect(error.underlying == (key == nil ? .missingKey : .wrongKey))
    #expect(error.reason.contains(path))
    #expect(realm.isEmpty)
  }

  @Test(
    "what the system does not allow is said", arguments: ["encrypted", "plain"],
    [0o600, 0o444, 0o666])
  func permission(_ kind: String, mode: Int) throws {
    let path = folder.file("a.realm")
    try Realm.Configuration.notes(path, key: kind == "plain" ? nil : Worker.key).fill()
    chmod(path, mode_t(mode))
    // With the last mode, it is the folder that may not be written.
    chmod(folder.path, 0o755)
    OrdinaryUser.install("RealmSwiftWorker", at: folder.file("worker"))
    let worker = ChildProcess(OrdinaryUser.command([folder.file("worker"), "open", path, kind]))
    let line = worker.line() ?? "nothing"
    #expect(line.hasPrefix("filePermissionDenied: "), "\(line)")
    #expect(line.contains(path))
  }

  @Test("a copy can be read where nothing can be written", arguments: ["encrypted", "plain"])
  func readOnlyFolder(_ kind: String) throws {
    let key = kind == "plain" ? nil : Worker.key
    let realm = try Realm(configuration: .notes(folder.file("a.realm")))
    let parent = folder.file("bundle")
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: false)
    try realm.writeCopy(toFile: URL(fileURLWithPath: parent + "/a.realm"), encryptionKey: key)
    chmod(parent + "/a.realm", 0o444)
    chmod(parent, 0o555)
    chmod(folder.path, 0o755)
    OrdinaryUser.install("RealmSwiftWorker", at: folder.file("worker"))
    let worker = ChildProcess(
      OrdinaryUser.command([folder.file("worker"), "open", parent + "/a.realm", "readOnly", kind]))
    // The file has notes and no writers, which are what the worker counts.
    #expect(worker.line() == "opened, with 0")
  }
}

/// What the worker's files are encrypted with.
enum Worker {
  static let key = Data((0..<64).map { UInt8($0) })
}

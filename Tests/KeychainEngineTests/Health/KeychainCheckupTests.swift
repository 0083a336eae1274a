// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import EncryptedSQLite
import Glibc
import KeychainEngine
import KeychainRequests
import SQLite
import TestFolders
import Testing

@Suite("A look at a keychain")
struct KeychainCheckupTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/keychain" }

  private func fill(_ harness: EngineHarness) {
    for itemClass in ItemClass.allCases {
      for group in ["A", "B"] {
        let item: Request.Dictionary = [
          .itemClass(itemClass), .entry("agrp", .text(group)), .data("secret of \(group)"),
        ]
        #expect(harness.add(item).status == .success)
      }
    }
  }

  /// A keychain with two items of each class that nobody has open; with a log, three passwords more
  /// in it, and its writer killed.
  private func makeKeychain(withLog: Bool = false) throws {
    fill(EngineHarness(.folder(path), groups: ["A", "B"]))
    #expect(!Folders.names(in: path).contains("keychain.1.db-wal"))
    guard withLog else { return }
    let writer = ChildProcess([BuiltExecutable.path("KeychainEngineWorker"), path])
    #expect(writer.line()?.hasPrefix("ready") == true)
    for number in 0..<3 { #expect(writer.ask("add \(number) text 1") == "0 ") }
    writer.kill()
    writer.wait()
    #expect(Folders.names(in: path).contains("keychain.1.db-wal"))
  }

  private func spoil(_ name: String, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = try #require(FileBytes.read(folder.file("keychain/\(name)")))
    change(&bytes)
    FileBytes.write(bytes, to: folder.file("keychain/\(name)"))
  }

  @Test("finds nothing wrong with one that is not there, and makes none")
  func absent() {
    let health = KeychainCheckup.examine(path)
    #expect(!health.isThere && !health.folder.exists && health.problems.isEmpty)
    #expect(folder.names.isEmpty)
    Folders.make(path)
    #expect(!KeychainCheckup.examine(path).isThere)
    #expect(Folders.names(in: path).isEmpty)
  }

  @Test("finds everything in a sound one", arguments: [false, true])
  func sound(withLog: Bool) throws {
    try makeKeychain(withLog: withLog)
    let health = KeychainCheckup.examine(path)
    #expect(health.problems.isEmpty)
    #expect(health.isThere)
    #expect(health.folder.permissions == 0o700 && health.folder.owner == geteuid())
    #expect(health.folder.files.map(\.name).contains("device.key"))
    let keybag = try #require(health.keybag)
    #expect(keybag.generation == 1 && keybag.slots == [.open] && keybag.isSound)
    let database = try #require(health.database)
    #expect(database.name == "keychain.1.db" && database.verification.isWhole)
    #expect(database.byteCount > 4096 && (database.logByteCount > 0) == withLog)
    let items = try #require(health.items)
    #expect(items.damaged.isEmpty)
    var counts = Dictionary(uniqueKeysWithValues: ItemClass.allCases.map { ($0, 2) })
    if withLog { counts[.genericPassword] = 5 }
    #expect(items.counts == counts)
  }

  /// What is in the folder, but for the index of the log, which every reader marks.
  private func contents() -> [String: [UInt8]] {
    KeychainFiles(path: path).contents().filter { !$0.key.hasSuffix("-shm") }
  }

  @Test("changes nothing, with and without a log, and with a writer in it", arguments: [0, 1, 2])
  func changesNothing(_ state: Int) throws {
    let writer = EngineHarness(.folder(path), groups: ["A", "B"])
    if state == 2 { fill(writer) } else { try makeKeychain(withLog: state == 0) }
    let names = Folders.names(in: path)
    #expect(names.contains("keychain.1.db-wal") == (state != 1))
    let before = contents()
    for _ in 0..<2 { #expect(KeychainCheckup.examine(path).problems.isEmpty) }
    #expect(contents() == before)
    #expect(Folders.names(in: path) == names)
  }

  @Test(
    "changes nothing in a damaged one, and says which file it is",
    arguments: [
      ("keybag", KeychainHealth.Problem.Part.keybag), ("device.key", .deviceKey),
      ("keychain.1.db", .database), ("keychain.1.db-wal", .database),
    ])
  func damagedFile(_ name: String, _ part: KeychainHealth.Problem.Part) throws {
    try makeKeychain(withLog: name.hasSuffix("-wal"))
    if name.hasSuffix("-wal") {
      // A frame in the middle, with whole transactions behind it.
      try spoil(name) { $0[32 + (24 + 4096) + 1000] ^= 1 }
    } else {
      try spoil(name) { $0[$0.count / 2] ^= 1 }
    }
    let (names, before) = (Folders.names(in: path), contents())
    let health = KeychainCheckup.examine(path)
    let problem = try #require(health.problems.first)
    #expect(problem.part == part)
    #expect(problem.reason.contains(name.hasSuffix("-wal") ? "log" : name))
    #expect(contents() == before)
    #expect(Folders.names(in: path) == names)
  }

  @Test("goes on behind a damaged page, and finds the items on the others")
  func damagedPage() throws {
    let harness = EngineHarness(.folder(path), groups: ["A", "B"])
    fill(harness)
    for number in 0..<40 {
      #expect(
        harness.add([
          .itemClass(.key), .entry("atag", .text("\(number)")),
          .data(String(repeating: "x", count: 3000)),
        ]).status == .success)
    }
    try KeychainFiles(path: path).openDatabase().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try spoil("keychain.1.db") { $0[$0.count - 2000] ^= 1 }
    let health = KeychainCheckup.examine(path)
    #expect(health.database?.verification.badPages.count == 1)
    #expect(health.problems.first?.part == .database)
    #expect(health.items?.counts[.genericPassword] == 2)
  }

  @Test("says what is missing", arguments: ["keybag", "device.key", "keychain.1.db"])
  func missing(_ name: String) throws {
    try makeKeychain()
    unsafe unlink(folder.file("keychain/\(name)"))
    let names = Folders.names(in: path)
    let health = KeychainCheckup.examine(path)
    #expect(health.problems.count == 1)
    #expect(health.problems.first?.reason.contains(name) == true)
    #expect(health.problems.first?.reason.contains("backup") == true)
    #expect(Folders.names(in: path) == names)
  }

  @Test("finds what is open to others, with the command that closes it")
  func permissions() throws {
    try makeKeychain()
    unsafe chmod(path, 0o750)
    unsafe chmod(folder.file("keychain/device.key"), 0o644)
    unsafe chmod(folder.file("keychain/keybag"), 0o400)
    let health = KeychainCheckup.examine(path)
    #expect(health.problems.map(\.part) == [.folder, .files, .files])
    let reasons = health.problems.map(\.reason)
    #expect(reasons[0].contains("chmod 700 '\(path)'"))
    #expect(reasons[1].contains("chmod 600 '\(path)/device.key'"))
    #expect(reasons[2].contains("chmod 600 '\(path)/keybag'"))
    // And goes on.
    #expect(health.items?.counts[.key] == 2)
  }

  @Test("knows a device key that belongs to another keychain")
  func foreignDeviceKey() throws {
    try makeKeychain()
    let other = TemporaryFolder()
    fill(EngineHarness(.folder(other.path), groups: ["A", "B"]))
    FileBytes.copy(other.file("device.key"), to: folder.file("keychain/device.key"))
    let health = KeychainCheckup.examine(path)
    #expect(health.problems.map(\.part) == [.deviceKey])
    #expect(health.problems[0].reason.contains("another keychain"))
    #expect(health.keybag?.isSound == false && health.database == nil)
  }

  @Test("does not open a database beside a journal, which would be played back")
  func journal() throws {
    try makeKeychain()
    FileBytes.write([1, 2, 3], to: folder.file("keychain/keychain.1.db-journal"))
    unsafe chmod(folder.file("keychain/keychain.1.db-journal"), 0o600)
    let before = contents()
    let health = KeychainCheckup.examine(path)
    #expect(health.problems.map(\.part) == [.database])
    #expect(health.items == nil)
    #expect(contents() == before)
  }

  @Test("counts what is locked away, and does not take it for damaged")
  func locked() throws {
    let always = Request.Entry(.accessible, .text("dk"))
    let keychain = try LockedKeychain(in: folder) { harness in
      for itemClass in ItemClass.allCases {
        let item: Request.Dictionary = [.itemClass(itemClass), .entry("labl", .text("dk")), always]
        #expect(harness.add(item).status == .success)
      }
    }
    try KeychainFiles(path: keychain.path).openDatabase().execute(
      "UPDATE cert SET meta = x'00'; UPDATE genp SET keys = x'00' WHERE pdmn <> 8")
    let health = KeychainCheckup.examine(keychain.path)
    let items = try #require(health.items)
    #expect(health.keybag?.slots == [.passphrase] && health.keybag?.isSound == true)
    #expect(items.lockedCounts == [.genericPassword: 1])
    #expect(items.counts[.genericPassword] == 1 && items.counts[.key] == 1)
    #expect(items.damaged.map(\.itemClass) == [.certificate])
  }

  @Test("names no item and no secret")
  func namesNothing() throws {
    let harness = EngineHarness(.folder(path))
    #expect(
      harness.add([
        .itemClass(.genericPassword), .entry("acct", .text("canary-name")), .data("canary-secret"),
      ]).status == .success)
    try KeychainFiles(path: path).openDatabase().execute("UPDATE genp SET data = x'00'")
    let health = KeychainCheckup.examine(path)
    #expect(health.items?.damaged.map(\.parts) == [[.secret]])
    #expect(!"\(health)".contains("canary"))
  }
}

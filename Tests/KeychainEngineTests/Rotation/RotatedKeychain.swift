// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import KeychainEngine
import KeychainRequests
import SQLite
import Secrets
import TestFolders
import Testing

/// A keychain in a folder whose keys are replaced: what is in it, and what must lie in its folder
/// afterwards.
struct RotatedKeychain {
  let path: String
  /// The names of items that nobody changes.
  let names: [String]

  /// Fills an open keychain with `count` items of some bytes to several pages.
  init(_ path: String, count: Int) throws {
    self.path = path
    names = (0..<count).map { "item\($0)" }
    let harness = EngineHarness(.folder(path), groups: ["worker"])
    for start in stride(from: 0, to: count, by: 500) {
      let requests = names[start..<min(start + 500, count)].map { name in
        Request(
          .add,
          [.itemClass(.genericPassword), .init(.account, .text(name)), .data(Self.text(name))])
      }
      let responses = harness.engine.execute(requests, for: harness.caller)
      try #require(responses.allSatisfy { $0.status == .success })
    }
  }

  static func text(_ name: String) -> String {
    let number = Int(name.dropFirst("item".count)) ?? 0
    return String(repeating: name + ".", count: number % 97 == 0 ? 900 : 1 + number % 7)
  }

  func startWorker() throws -> ChildProcess {
    let worker = ChildProcess([BuiltExecutable.path("KeychainEngineWorker"), path])
    try #require(worker.line()?.hasPrefix("ready") == true)
    return worker
  }

  /// Expects items that nobody changes to be whole for a process that opens the keychain now.
  func expectItems(_ names: some Sequence<String>) {
    let (items, failures) = Survivors(path).contents(Array(names))
    #expect(failures.isEmpty, "\(failures.first?.reason ?? "")")
    for name in names { #expect(items[name] == Self.text(name), "\(name)") }
  }

  /// The rows of generic passwords, by number; their references are what stays of them.
  func rows() throws -> [Int64: [UInt8]] {
    let database = try KeychainFiles(path: path).openDatabase()
    defer { try? database.close() }
    let statement = try database.prepare("SELECT rowid, pref FROM genp")
    var rows: [Int64: [UInt8]] = [:]
    while try statement.step() { rows[statement.integer(at: 0)] = statement.bytes(at: 1) }
    return rows
  }

  /// Makes one row's attributes unreadable, and returns its number.
  func damage(_ name: String) throws -> Int64 {
    let number = Int64(names.firstIndex(of: name)! + 1)
    let database = try KeychainFiles(path: path).openDatabase()
    defer { try? database.close() }
    let statement = try database.prepare("UPDATE genp SET meta = zeroblob(80) WHERE rowid = ?")
    try statement.bind(number, at: 1)
    try statement.run()
    return number
  }

  /// Expects nothing in the folder but the files of one keychain.
  ///
  /// The log and its index lie there while somebody has the database open.
  func expectNoRemains() throws {
    let keybag = try KeychainFiles(path: path).openKeybag().keybag
    let expected: Set<String> = [
      "keybag", keybag.databaseName, "keychain.lock", "keychain.queue.lock",
      "keychain.rotation.lock", DeviceKeyFile.name(in: keybag.deviceSlot) ?? "",
    ]
    let transient: Set<String> = [keybag.databaseName + "-wal", keybag.databaseName + "-shm"]
    #expect(Set(Folders.names(in: path)).subtracting(transient) == expected)
    #expect(try !hasChangeLog())
  }

  /// Whether it is still written down what changes.
  func hasChangeLog() throws -> Bool {
    let database = try KeychainFiles(path: path).openDatabase()
    defer { try? database.close() }
    return try database.number(
      "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'rotation%'") != 0
  }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainEngine
import KeychainRequests
import SQLite
import Secrets
import Synchronization
import TestFolders
import Testing

@Suite("A rotation of all keys")
struct RotationTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("keychain") }

  private static func item(_ name: String) -> Request.Dictionary {
    [.itemClass(.genericPassword), .init(.account, .text(name))]
  }

  private func text(_ name: String, _ harness: EngineHarness) -> String? {
    harness.find(Self.item(name) + [.flag(RequestKeys.returnData)]).texts.first
  }

  /// Rotates, and calls `body` once all rows were carried over.
  private func rotate(
    _ engine: KeychainEngine, _ plan: RotationPlan = .open,
    authorizedBy authorization: Credential? = nil,
    whenCarriedOver body: @escaping @Sendable () -> Void
  ) throws {
    let isDone = Atomic(false)
    try engine.rotate(plan, authorizedBy: authorization) { done, total in
      if done == total, !isDone.exchange(true, ordering: .relaxed) { body() }
    }
    let wasCalled = isDone.load(ordering: .relaxed)
    #expect(wasCalled)
  }

  @Test("carries over what others write meanwhile, also where they trade names and row numbers")
  func writesMeanwhile() throws {
    let keychain = try RotatedKeychain(path, count: 8)
    let other = EngineHarness(.folder(path), groups: ["worker"])
    let damaged = try keychain.damage("item6")
    try rotate(other.engine) { [path] in
      let other = EngineHarness(.folder(path), groups: ["worker"])
      func rename(_ from: String, _ to: String) {
        #expect(other.update(Self.item(from), [.init(.account, .text(to))]).status == .success)
      }
      rename("item0", "aside")
      rename("item1", "item0")
      rename("aside", "item1")
      // One that takes a name given up, and is carried over before who gave it up.
      #expect(other.delete(Self.item("item2")).status == .success)
      rename("item3", "item2")
      // The highest number is given out again.
      #expect(other.delete(Self.item("item7")).status == .success)
      #expect(other.add(Self.item("new") + [.data("7")]).status == .success)
      #expect(
        other.update(Self.item("item4"), [.init(.accessible, .text("dk")), .data("4")]).status
          == .success)
      // A damaged one is set aside for its equal.
      #expect(other.add(Self.item("item6") + [.data("6")]).status == .success)
      #expect(other.add(Self.item("passing") + [.data("x")]).status == .success)
      #expect(other.delete(Self.item("passing")).status == .success)
    }
    #expect(text("item0", other) == RotatedKeychain.text("item1"))
    #expect(text("item1", other) == RotatedKeychain.text("item0"))
    #expect(text("item2", other) == RotatedKeychain.text("item3"))
    #expect(text("item3", other) == nil)
    #expect(text("new", other) == "7")
    #expect(text("item4", other) == "4")
    #expect(text("item6", other) == "6")
    #expect(text("passing", other) == nil)
    #expect(try keychain.rows().keys.sorted() == [1, 2, 4, 5, 6, damaged, 8, 9])
    try keychain.expectNoRemains()
  }

  @Test("keeps aside what was set aside, and the item that took its name")
  func setAside() throws {
    let keychain = EngineHarness(.folder(path))
    #expect(keychain.add(Self.item("a") + [.data("old")]).status == .success)
    do {
      let database = try KeychainFiles(path: path).openDatabase()
      try database.execute("UPDATE genp SET quar = uniq, uniq = NULL")
    }
    #expect(keychain.add(Self.item("b") + [.data("new")]).status == .success)
    #expect(keychain.update(Self.item("b"), [.init(.account, .text("a"))]).status == .success)
    try keychain.engine.rotate(.open, authorizedBy: nil)
    #expect(text("a", keychain) == "new")
    let database = try KeychainFiles(path: path).openDatabase()
    #expect(try database.number("SELECT count(*) FROM genp WHERE uniq IS NULL") == 1)
    #expect(try database.number("SELECT count(*) FROM genp") == 2)
  }

  @Test("is refused in words while another one goes on")
  func twoAtOnce() throws {
    let keychain = try RotatedKeychain(path, count: 1)
    let engine = KeychainEngine(location: .folder(path))
    try rotate(KeychainEngine(location: .folder(path))) {
      for act in [{ try engine.rotate(.open, authorizedBy: nil) }, engine.abandonRotation] {
        let error = #expect(throws: KeychainEngineError(.notAvailable, "")) { try act() }
        #expect(error?.reason.contains("another process is changing the keys") == true)
      }
    }
    try keychain.expectNoRemains()
  }

  @Test("keeps items that take a passcode beside another passphrase, and drops them without one")
  func passcodeItems() throws {
    let keychain = try LockedKeychain(in: folder)
    let engine = keychain.harness.engine
    let item = Self.item("akpu") + [.init(.accessible, .text("akpu"))]
    #expect(keychain.harness.add(item + [.data("x")]).status == .success)
    try engine.rotate(.passphrase("2"), authorizedBy: .passphrase(LockedKeychain.passphrase))
    #expect(text("akpu", keychain.harness) == "x")
    try engine.rotate(.open, authorizedBy: .passphrase("2"))
    #expect(text("akpu", keychain.harness) == nil)
    #expect(keychain.harness.find(Self.item("first")).status == .success)
    #expect(try Survivors(keychain.path).soundRowCount() == 1)
  }

  @Test("carries over large items, a few at a time")
  func largeItems() throws {
    let harness = EngineHarness(.folder(path))
    for number in 0..<12 {
      let text = String(repeating: "\(number % 10)", count: 1 << 20)
      #expect(harness.add(Self.item("\(number)") + [.data(text)]).status == .success)
    }
    let most = Atomic(0)
    let last = Atomic(0)
    try harness.engine.rotate(.open, authorizedBy: nil) { done, _ in
      most.max(done - last.exchange(done, ordering: .relaxed), ordering: .relaxed)
    }
    let atOnce = most.load(ordering: .relaxed)
    #expect(atOnce == 4)
    for number in 0..<12 {
      let text = String(repeating: "\(number % 10)", count: 1 << 20)
      #expect(self.text("\(number)", harness) == text)
    }
  }

  @Test("authorized by the wrong passphrase, or by none, changes nothing")
  func unauthorized() throws {
    let keychain = try LockedKeychain(in: folder)
    let before = KeychainFiles(path: keychain.path).contents()["keybag"]
    let engine = keychain.another().engine
    #expect(throws: KeychainEngineError(.authFailed, "")) {
      try engine.rotate(.open, authorizedBy: .passphrase("wrong"))
    }
    #expect(throws: KeychainEngineError(.interactionNotAllowed, "")) {
      try engine.rotate(.open, authorizedBy: nil)
    }
    #expect(KeychainFiles(path: keychain.path).contents()["keybag"] == before)
    #expect(try !engine.isRotating())
  }

  @Test("leaves a file alone that somebody has put beside the database")
  func foreignFiles() throws {
    let keychain = try RotatedKeychain(path, count: 1)
    for name in ["keychain.1.db.old", "keychain.backup.db", "keychain.x.db"] {
      FileBytes.write([1, 2, 3], to: path + "/" + name)
    }
    try EngineHarness(.folder(path)).engine.rotate(.open, authorizedBy: nil)
    for name in ["keychain.1.db.old", "keychain.backup.db", "keychain.x.db"] {
      #expect(FileBytes.read(path + "/" + name) == [1, 2, 3])
      unsafe unlink(path + "/" + name)
    }
    try keychain.expectNoRemains()
  }

  @Test("that lost its keybag afterwards is an error, and no new keychain beside the old one")
  func lostKeybag() throws {
    let keychain = try RotatedKeychain(path, count: 1)
    try EngineHarness(.folder(path)).engine.rotate(
      RotationPlan(waysIn: [], device: .newFile), authorizedBy: nil)
    let kept = FileBytes.read(path + "/keybag") ?? []
    unsafe unlink(path + "/keybag")
    let before = Folders.names(in: path)
    let survivors = Survivors(path)
    for response in [survivors.find("item0"), survivors.add("item1", "x")] {
      #expect(response.status == .notAvailable)
      #expect(response.reason?.contains("keybag") == true)
    }
    #expect(Folders.names(in: path) == before)
    FileBytes.write(kept, to: path + "/keybag")
    keychain.expectItems(keychain.names)
  }

  @Test("of a keychain in a folder that may not be written says so, and finishes once it may")
  func readOnlyFolder() throws {
    let keychain = try RotatedKeychain(path, count: 1)
    let engine = KeychainEngine(location: .folder(path))
    unsafe chmod(path, 0o500)
    let error = #expect(throws: KeychainEngineError(.notAvailable, "")) {
      try engine.rotate(.open, authorizedBy: nil)
    }
    #expect(error?.reason.contains("chmod 700") == true)
    unsafe chmod(path, 0o700)
    try engine.rotate(.open, authorizedBy: nil)
    try keychain.expectNoRemains()
  }

  @Test("leaves nothing of the last keybag's bytes in its file")
  func overwritten() throws {
    _ = try RotatedKeychain(path, count: 3)
    let names = ["keybag", "device.key", "keychain.1.db"]
    let files = names.map { unsafe open(path + "/" + $0, O_RDONLY) }
    defer { files.forEach { close($0) } }
    try EngineHarness(.folder(path)).engine.rotate(
      RotationPlan(waysIn: [], device: .newFile), authorizedBy: nil)
    for (name, file) in zip(names, files) {
      var bytes = [UInt8](repeating: 1, count: 1 << 20)
      let count = unsafe read(file, &bytes, bytes.count)
      #expect(count > 60, "\(name)")
      #expect(bytes[..<max(count, 0)].allSatisfy { $0 == 0 }, "\(name)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainEngine
import KeychainRequests
import TestFolders
import Testing

@Suite("The folder of a keychain")
struct KeychainFolderTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/a/b/keychain" }
  private var keychain: EngineHarness { EngineHarness(.folder(path)) }
  private let genp = Request.Entry.itemClass(.genericPassword)

  private func permissions(_ path: String) -> mode_t {
    var status = stat()
    unsafe stat(path, &status)
    return status.st_mode & 0o777
  }

  @Test("is made by the first item, and by nothing else")
  func creation() {
    #expect(keychain.find([genp]).status == .itemNotFound)
    #expect(keychain.update([genp], []).status == .itemNotFound)
    #expect(keychain.delete([genp]).status == .itemNotFound)
    #expect(keychain.add([genp, .entry("zzzz", .text("a"))]).status == .noSuchAttribute)
    #expect(Folders.names(in: folder.path).isEmpty)
    #expect(keychain.add([genp, .data("1")]).status == .success)
    #expect(
      Folders.names(in: path).filter { !$0.contains("-") } == [
        "device.key", "keybag", "keychain.1.db", "keychain.lock", "keychain.queue.lock",
      ])
    #expect(permissions(path) == 0o700)
    for name in Folders.names(in: path) {
      #expect(permissions(path + "/" + name) == 0o600, "\(name)")
    }
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
  }

  @Test(
    "open to others is refused with the cure in words",
    arguments: [0o755, 0o710, 0o701, 0o770] as [mode_t])
  func openToOthers(_ mode: mode_t) {
    #expect(keychain.add([genp, .data("1")]).status == .success)
    unsafe chmod(path, mode)
    for response in [keychain.find([genp]), keychain.add([genp])] {
      #expect(response.status == .notAvailable)
      #expect(response.reason?.contains("chmod 700") == true)
    }
    unsafe chmod(path, 0o700)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
  }

  @Test(
    "with a key that others can read is refused with the cure in words",
    arguments: ["device.key", "keybag"])
  func readableFile(_ name: String) {
    #expect(keychain.add([genp, .data("1")]).status == .success)
    unsafe chmod(path + "/" + name, 0o644)
    let response = keychain.find([genp])
    #expect(response.status == .notAvailable)
    #expect(response.reason?.contains("chmod 600") == true)
  }

  @Test("that is a file is refused")
  func noFolder() {
    FileBytes.write([1], to: folder.path + "/file")
    let keychain = EngineHarness(.folder(folder.path + "/file"))
    #expect(keychain.add([genp]).status == .notAvailable)
    #expect(EngineHarness(.folder(folder.path + "/file/below")).add([genp]).status == .notAvailable)
  }

  @Test(
    "that lost a file says which, changes nothing, and works again with the file",
    arguments: [
      ("keybag", Status.notAvailable), ("device.key", .notAvailable),
      ("keychain.1.db", .notAvailable),
    ])
  func lostFile(_ name: String, _ status: Status) {
    #expect(keychain.add([genp, .data("1")]).status == .success)
    let kept = FileBytes.read(path + "/" + name) ?? []
    unsafe unlink(path + "/" + name)
    let before = Folders.names(in: path)
    for response in [keychain.find([genp]), keychain.add([genp, .data("2")])] {
      #expect(response.status == status)
      #expect(response.reason?.contains(name) == true, "\(response.reason ?? "")")
    }
    #expect(Folders.names(in: path) == before)
    FileBytes.write(kept, to: path + "/" + name)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
  }

  @Test(
    "with a file of noise, or cut, says so and leaves it as it is",
    arguments: ["keybag", "device.key", "keychain.1.db"], [0, 1, 2])
  func spoiltFile(_ name: String, _ kind: Int) throws {
    #expect(keychain.add([genp, .data("1")]).status == .success)
    // The writer is gone and with it the log: the whole database is in its file.
    let whole = try #require(FileBytes.read(path + "/" + name))
    let spoilt =
      switch kind {
      case 0: (0..<whole.count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
      case 1: Array(whole[..<(whole.count / 2)])
      default: []
      } as [UInt8]
    FileBytes.write(spoilt, to: path + "/" + name)
    for response in [keychain.find([genp]), keychain.add([genp, .entry("acct", .text("x"))])] {
      #expect(
        [.notAvailable, .decode, .invalidKeychain].contains(response.status), "\(response.status)")
    }
    #expect(FileBytes.read(path + "/" + name) == spoilt)
    FileBytes.write(whole, to: path + "/" + name)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
  }

  @Test("with one flipped bit in any page of the database finds what was stored, or says so")
  func flippedBit() throws {
    #expect(keychain.add([genp, .data("1")]).status == .success)
    let database = path + "/keychain.1.db"
    let whole = try #require(FileBytes.read(database))
    for page in stride(from: 0, to: whole.count, by: 4096) {
      for position in [0, 20, 2000, 4050, 4095] {
        var spoilt = whole
        spoilt[page + position] ^= 4
        FileBytes.write(spoilt, to: database)
        let found = keychain.find([genp, .flag("r_Data")])
        #expect(
          found.texts == ["1"] || found.status == .notAvailable, "byte \(page + position)")
        #expect(FileBytes.read(database) == spoilt)
      }
    }
    FileBytes.write(whole, to: database)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
  }

  @Test("with another keychain's key says so")
  func foreignKey() {
    let other = EngineHarness(.folder(folder.path + "/other"))
    #expect(other.add([genp]).status == .success)
    #expect(keychain.add([genp]).status == .success)
    FileBytes.copy(folder.path + "/other/device.key", to: path + "/device.key")
    let response = keychain.find([genp])
    #expect(response.status == .decode)
    #expect(response.reason?.contains("another keychain") == true)
  }

  @Test("left behind by an interrupted creation is made anew")
  func interruptedCreation() {
    #expect(keychain.add([genp, .data("1")]).status == .success)
    unsafe unlink(path + "/keybag")
    FileBytes.write([], to: path + "/keychain.creating")
    #expect(keychain.find([genp]).status == .itemNotFound)
    #expect(keychain.add([genp, .data("2")]).status == .success)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["2"])
    #expect(!Folders.names(in: path).contains("keychain.creating"))
  }

  @Test(
    "whose making was interrupted after its last step is kept, also when its keybag is lost later")
  func staleMark() {
    #expect(keychain.add([genp, .data("1")]).status == .success)
    FileBytes.write([], to: path + "/keychain.creating")
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
    let kept = FileBytes.read(path + "/keybag") ?? []
    unsafe unlink(path + "/keybag")
    #expect(keychain.add([genp, .data("2")]).status == .notAvailable)
    FileBytes.write(kept, to: path + "/keybag")
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["1"])
  }

  @Test("that is replaced under an open engine is opened anew")
  func replaced() {
    let keychain = self.keychain
    #expect(keychain.add([genp, .data("old")]).status == .success)
    unsafe rename(path, path + ".old")
    #expect(keychain.find([genp]).status == .itemNotFound)
    #expect(keychain.add([genp, .data("new")]).status == .success)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["new"])
    #expect(EngineHarness(.folder(path + ".old")).find([genp, .flag("r_Data")]).texts == ["old"])
  }

  @Test("holds a stored secret and its names nowhere in clear")
  func canary() {
    let canary = "canary-\(UInt64.random(in: .min ... .max))-\(UInt64.random(in: .min ... .max))"
    let keychain = self.keychain
    #expect(
      keychain.add([
        genp, .entry("acct", .text("name-\(canary)")), .entry("labl", .text("label-\(canary)")),
        .data("data-\(canary)"),
      ]).status == .success)
    #expect(keychain.find([genp, .flag("r_Data")]).texts == ["data-\(canary)"])
    let needle = Array(canary.utf8)
    for (name, bytes) in KeychainFiles(path: path).contents() {
      #expect(!bytes.containsSequence(needle), "\(name)")
    }
  }
}

extension [UInt8] {
  fileprivate func containsSequence(_ needle: [UInt8]) -> Bool {
    guard count >= needle.count else { return false }
    return (0...(count - needle.count)).contains { self[$0...].starts(with: needle) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import SQLite
import Secrets
import TestFolders
import Testing

@Suite("A value of any size")
struct ValueSizeTests {
  private let folder = TemporaryFolder()
  private let genp = Request.Entry.itemClass(.genericPassword)

  @Test("comes back as it was stored", arguments: [0, 1, 22, 23, 24, 31, 32, 4096, 1 << 20])
  func data(_ count: Int) {
    let keychain = EngineHarness(.folder(folder.file("keychain")))
    let bytes = RandomBytes.bytes(count)
    let secret = Request.Entry.entry("v_Data", .secret(SharedSecret(copying: bytes.rawBytes)))
    #expect(keychain.add([genp, secret]).status == .success)
    let found = EngineHarness(.folder(folder.file("keychain"))).find([genp, .flag("r_Data")])
    #expect(found.items.first?.data.map { $0.bytes.withBytes { $0.array } } == bytes)
  }

  @Test(
    "names an item as well as a short one",
    arguments: ["", "\0", "a\0b", "🔑", String(repeating: "x", count: 1 << 20)])
  func account(_ name: String) {
    let keychain = EngineHarness(.folder(folder.file("keychain")))
    #expect(keychain.add([genp, .init(.account, .text(name)), .data("d")]).status == .success)
    #expect(
      keychain.add([genp, .init(.account, .text(name)), .data("d")]).status == .duplicateItem)
    #expect(keychain.find([genp, .init(.account, .text(name)), .flag("r_Data")]).texts == ["d"])
    #expect(keychain.find([genp, .init(.account, .text(name + "\0"))]).status == .itemNotFound)
  }

  @Test("is as long in the file for every short secret: 32 bytes and what sealing adds")
  func padding() throws {
    let keychain = EngineHarness(.folder(folder.file("keychain")))
    for (number, count) in [0, 1, 8, 23].enumerated() {
      let account = Request.Entry(.account, .integer(Int64(number)))
      #expect(
        keychain.add([genp, account, .data(String(repeating: "s", count: count))]).status
          == .success)
    }
    let database = try KeychainFiles(path: folder.file("keychain")).openDatabase()
    let lengths = try database.prepare("SELECT DISTINCT length(data) FROM genp")
    #expect(try lengths.step())
    #expect(lengths.integer(at: 0) == 32 + 40)
    #expect(try !lengths.step())
  }
}

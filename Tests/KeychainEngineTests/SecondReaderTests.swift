// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import KeychainRequests
import Secrets
import StrongroomTesting
import TestFolders
import Testing

@Suite("The second reader, a Python script")
struct SecondReaderTests {
  private let folder = TemporaryFolder()

  /// Runs a script of the folder Decoder and returns the lines it printed.
  private func read(_ script: String, _ arguments: String...) throws -> [String] {
    let (status, lines) = try run(script, arguments)
    try #require(
      status == 0, "\(script) failed; if it misses the package cryptography, run Scripts/setup")
    return lines
  }

  private func run(
    _ script: String, _ arguments: [String], errors: Any? = nil
  ) throws -> (status: Int32, lines: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Decoder/\(script)").path
    process.arguments = ["python3", path] + arguments
    let output = Pipe()
    process.standardOutput = output
    if let errors { process.standardError = errors }
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return (process.terminationStatus, lines)
  }

  private func readItems(_ path: String, _ password: String...) throws -> [[String: Any]] {
    let (status, lines) = try run("items.py", [path] + password)
    try #require(status == 0)
    return try lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("opens the keybag of the format's description")
  func keybag() throws {
    FileBytes.write(KeybagVector.file, to: folder.file("keybag"))
    let deviceKey = String(repeating: "d0", count: 32)
    let lines = try read("keybag.py", "--device-key-hex", deviceKey, folder.file("keybag"))
    #expect(lines.count == 9)
    let hex = KeybagVector.databaseKey.map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    #expect(lines.contains("1 1 " + hex.joined()))
  }

  @Test("opens the one with slots by its recovery code, without the device key")
  func recoveryCode() throws {
    FileBytes.write(KeybagVector.lockedFile, to: folder.file("keybag"))
    let lines = try read(
      "keybag.py", "--recovery-code", KeybagVector.recoveryCode, folder.file("keybag"))
    #expect(lines.first == "database keychain.2.db")
    let hex = KeybagVector.passcodeKey.map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    #expect(lines.last == "12 2 " + hex.joined())
  }

  @Test(
    "finds the items of a keychain whose keys were replaced, with the device key and by the code")
  func rotated() throws {
    let path = folder.file("keychain")
    let keychain = EngineHarness(.folder(path))
    let item: Request.Dictionary = [
      .itemClass(.genericPassword), .init(.account, .text("ada")), .data("one"),
    ]
    #expect(keychain.add(item).status == .success)
    let code = RecoveryCode.random()
    let text = String(decoding: code.text.bytes.withBytes { $0.array }, as: UTF8.self)
    try keychain.engine.rotate(RotationPlan(waysIn: [], device: .newFile), authorizedBy: nil)
    #expect(try read("items.py", path).count == 1)
    try keychain.engine.rotate(
      RotationPlan(
        waysIn: [.init(.recoveryCode(code)), .init(.passphrase("p"), cost: .ofTests)],
        device: .newFile), authorizedBy: nil)
    let items = try read("items.py", path, "--recovery-code", text)
    #expect(items.count == 1)
    #expect(items.first?.contains("\"data\": \"6f6e65\"") == true)
  }

  @Test("finds every item of a keychain, with the attributes and secrets that were stored")
  func items() throws {
    let path = folder.file("keychain")
    let keychain = EngineHarness(.folder(path), groups: ["A", "B"])
    let items: [(ItemClass, Request.Dictionary)] = [
      (
        .genericPassword,
        [.init(.account, .text("ada")), .init(.generic, .bytes([0, 255])), .data("one")]
      ),
      (
        .internetPassword,
        [
          .init(.server, .text("h")), .init(.port, .integer(443)), .init(.notes, .bytes([1])),
          .data("two"),
        ]
      ),
      (.certificate, [.init(.issuer, .bytes([3])), .init(.label, .text("L")), .data("three")]),
      (
        .key,
        [
          .init(.applicationTag, .bytes([4])), .init(.startDate, .date(5)),
          .init(.accessGroup, .text("B")),
        ]
      ),
    ]
    for (itemClass, attributes) in items {
      #expect(keychain.add([.itemClass(itemClass)] + attributes).status == .success)
    }
    #expect(
      keychain.update([.itemClass(.certificate)], [.init(.label, .text("M"))]).status == .success)
    let read = try readItems(path)
    #expect(read.map { $0["class"] as? String } == ["genp", "inet", "cert", "keys"])
    #expect(read[0]["acct"] as? String == "ada")
    #expect(read[0]["gena"] as? String == "00ff")
    #expect(read[0]["data"] as? String == "6f6e65")
    #expect(read[1]["port"] as? Int == 443)
    #expect(read[1]["binn"] as? String == "01")
    #expect(read[2]["labl"] as? String == "M")
    #expect(read[2]["data"] as? String == "7468726565")
    #expect(read[3]["agrp"] as? String == "B")
    #expect(read[3]["data"] == nil)
  }

  @Test("reads conditions, and a secret that a password locks with that password alone")
  func conditions() throws {
    let path = folder.file("keychain")
    let keychain = EngineHarness(
      .folder(path), authenticator: ScriptedAuthenticator.withPasscode())
    #expect(
      try keychain.add("a", .conditions([.applicationPassword]), .password("right")) == .success)
    #expect(
      try keychain.add("b", .conditions([.applicationPassword]), .password("right")) == .success)
    #expect(try keychain.add("c", .conditions([.userPresence])) == .success)
    let read = try readItems(path, "right")
    #expect(read.map { $0["acct"] as? String } == ["a", "b", "c"])
    #expect(
      read.map { $0["data"] as? String }
        == ["a", "b", "c"].map { name in
          "secret of \(name)".utf8.map { String($0, radix: 16) }.joined()
        })
    let control = try AccessControl(protection: "ak", flags: [.userPresence]).bound(to: nil)
    let hex = control.encoded.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(read[2]["accc"] as? String == hex)
    #expect(read[2]["apwd"] == nil)
    // The version, 3 passes, 64 MiB; then a salt of its own for each.
    let locks = read.compactMap { $0["apwd"] as? String }
    #expect(locks.map { $0.prefix(18) } == ["010000000300010000", "010000000300010000"])
    #expect(locks.map(\.utf8.count) == [82, 82])
    #expect(Set(locks.map { $0.dropFirst(18).prefix(32) }).count == 2)

    #expect(try readItems(path).map { $0["data"] != nil } == [false, false, true])
    #expect(try run("items.py", [path, "wrong"], errors: FileHandle.nullDevice).status != 0)
  }
}

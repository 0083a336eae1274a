// SPDX-License-Identifier: Apache-2.0

import Cryptography
import KeychainEngine
import KeychainRequests
import Secrets
import Testing

@Suite("A keybag")
struct KeybagTests {
  private let id = [UInt8](1...16)
  private let deviceKey = SharedSecret(copying: [UInt8](repeating: 0xD0, count: 32).rawBytes)

  private func makeFile() -> [UInt8] {
    KeybagMaker.makeFile(keychainID: id, databaseName: "keychain.1.db", deviceKey: deviceKey)
  }

  private func open(
    _ file: [UInt8]
  ) throws(KeychainEngineError) -> (keys: KeybagKeys, classKeys: ClassKeys) {
    let opener = try KeybagOpener(try KeybagCodec.decode(file), deviceKey: deviceKey)
    let unlockKey = try opener.openUnlockKey()
    return (try opener.keys(), try opener.classKeys(unlockKey))
  }

  private func key(_ protection: ProtectionClass, in keys: ClassKeys) -> ClassKey? {
    if case .here(let key) = keys.current(protection) { key } else { nil }
  }

  @Test(
    "opens with its device key, and holds a key for every class but the one that needs a passcode")
  func opens() throws {
    let (keys, classKeys) = try open(makeFile())
    #expect(keys.keychainID == id)
    #expect(keys.database.count == 64)
    for protection in ProtectionClass.allCases {
      let key = key(protection, in: classKeys)
      #expect((key == nil) == (protection == .whenPasscodeSetThisDeviceOnly))
      #expect(key.map { $0.generation == 1 } ?? true)
    }
    let always = try #require(key(.always, in: classKeys))
    let unlocked = try #require(key(.whenUnlocked, in: classKeys))
    let areEqual = always.key.isEqual(to: unlocked.key)
    #expect(!areEqual)
  }

  @Test("encodes to the bytes it was decoded from")
  func roundTrip() throws {
    let file = makeFile()
    let decoded = try KeybagCodec.decode(file)
    #expect(decoded.keybag.generation == 1)
    #expect(decoded.keybag.databaseName == "keychain.1.db")
    #expect(KeybagCodec.encode(decoded.keybag) == decoded.authenticated)
    #expect(decoded.authenticated + decoded.deviceMAC + decoded.unlockMAC == file)
  }

  @Test("opens as the bytes that the format's description shows")
  func documentedBytes() throws {
    let (keys, classKeys) = try open(KeybagVector.file)
    #expect(keys.database.withBytes { $0.array } == KeybagVector.databaseKey)
    #expect(key(.whenUnlocked, in: classKeys)?.key.withBytes { $0.array } == KeybagVector.classKey)
    let nothing: [UInt8] = []
    let tag = keys.index.tag(of: nothing.rawBytes)
    #expect(tag == KeybagVector.indexTagOfNothing)
  }

  @Test(
    "with slots opens as the bytes that the format's description shows, by passphrase and recovery code"
  )
  func documentedSlots() throws {
    let decoded = try KeybagCodec.decode(KeybagVector.lockedFile)
    #expect(decoded.keybag.databaseName == "keychain.2.db")
    #expect(decoded.keybag.idleSeconds == 300)
    #expect(DeviceKeyFile.name(in: decoded.keybag.deviceSlot) == "device.2.key")
    #expect(decoded.keybag.unlockSlots.map(\.kind) == [.passphrase, .recoveryCode])
    #expect(decoded.keybag.unlockSlots.map(\.generation) == [2, 3])
    #expect(KeybagCodec.encode(decoded.keybag) == decoded.authenticated)
    let opener = try KeybagOpener(decoded, deviceKey: deviceKey)
    let code = try RecoveryCode(
      typed: SharedSecret(copying: Array(KeybagVector.recoveryCode.utf8).rawBytes))
    for credential in [.passphrase(KeybagVector.passphrase), Credential.recoveryCode(code)] {
      let unlockKey = try UnlockSlots.open(opener, with: credential).unlockKey
      let keys = try opener.classKeys(unlockKey)
      #expect(
        key(.whenPasscodeSetThisDeviceOnly, in: keys)?.key.withBytes { $0.array }
          == KeybagVector.passcodeKey)
    }
    #expect(throws: KeychainEngineError(.authFailed, "")) {
      try UnlockSlots.open(opener, with: .passphrase("Correct horse"))
    }
  }

  @Test("with any one bit changed does not open")
  func everyBit() {
    let file = makeFile()
    for position in file.indices {
      for bit in 0..<8 {
        var changed = file
        changed[position] ^= 1 << bit
        #expect(throws: KeychainEngineError.self) { try open(changed) }
      }
    }
  }

  @Test("cut anywhere, or longer, does not open")
  func everyLength() {
    let file = makeFile()
    for count in 0..<file.count {
      #expect(throws: KeychainEngineError.self) { try open(Array(file[..<count])) }
    }
    #expect(throws: KeychainEngineError(.decode, "")) { try open(file + [0]) }
  }

  @Test("of noise, of a later version, or under another key gives three different errors")
  func differentErrors() {
    #expect(throws: KeychainEngineError(.invalidKeychain, "")) {
      try open(RandomBytes.bytes(1000))
    }
    var later = makeFile()
    later[9] = 3
    #expect(throws: KeychainEngineError(.wrongVersion, "")) { try open(later) }
    let other = SharedSecret(SecretBytes.random(count: 32))
    let decoded = try? KeybagCodec.decode(makeFile())
    #expect(throws: KeychainEngineError(.decode, "")) {
      try KeybagOpener(decoded!, deviceKey: other)
    }
  }

  @Test(
    "cannot point to a file elsewhere",
    arguments: ["../keychain.db", "/etc/passwd", ".", "..", "", "a b", "a\0b"])
  func databaseNames(_ name: String) {
    let file = KeybagMaker.makeFile(keychainID: id, databaseName: name, deviceKey: deviceKey)
    #expect(throws: KeychainEngineError(.decode, "")) { try open(file) }
  }
}

@Suite("The device key's file")
struct DeviceKeyFileTests {
  private let id = [UInt8](1...16)
  private let key = SharedSecret(copying: [UInt8](repeating: 0xD0, count: 32).rawBytes)

  private func decode(_ bytes: [UInt8], id: [UInt8]) throws(KeychainEngineError) -> [UInt8] {
    let key = try DeviceKeyFile.decode(SecretBytes(copying: bytes.rawBytes), keychainID: id)
    return key.withBytes { $0.array }
  }

  private var file: [UInt8] {
    DeviceKeyFile.encode(deviceKey: key.bytes, keychainID: id).withBytes { $0.array }
  }

  @Test("has the bytes that the format's description shows, and gives the key back")
  func roundTrip() throws {
    let expected: [UInt8] =
      Array("SRDEVKEY".utf8) + [0, 1] + id + [UInt8](repeating: 0xD0, count: 32)
    #expect(Array(file[..<58]) == expected)
    #expect(file.count == 66)
    #expect(try decode(file, id: id) == [UInt8](repeating: 0xD0, count: 32))
  }

  @Test("damaged, cut, or of another keychain, is refused")
  func refused() {
    for position in file.indices {
      var changed = file
      changed[position] ^= 1
      #expect(throws: KeychainEngineError(.decode, "")) { try decode(changed, id: id) }
    }
    for count in 0..<file.count {
      #expect(throws: KeychainEngineError(.decode, "")) {
        try decode(Array(file[..<count]), id: id)
      }
    }
    #expect(throws: KeychainEngineError(.decode, "")) {
      try decode(file, id: [UInt8](repeating: 9, count: 16))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import KeychainEngine
import KeychainRequests
import SQLite
import Secrets
import TestFolders

/// The files of a keychain in a folder, as somebody sees them who has the device key.
struct KeychainFiles {
  let path: String

  /// Opens the keychain's database with the key from its keybag.
  func openDatabase() throws -> Connection {
    let opener = try openKeybag()
    let keys = try opener.keys()
    let key = try keys.database.withBytes { (bytes) throws(EncryptedSQLiteError) in
      try DatabaseKey(copying: bytes)
    }
    return try EncryptedDatabase.open(at: path + "/" + opener.keybag.databaseName, key: key)
  }

  func openKeybag() throws -> KeybagOpener {
    let decoded = try KeybagCodec.decode(FileBytes.read(path + "/keybag") ?? [])
    let name = DeviceKeyFile.name(in: decoded.keybag.deviceSlot) ?? ""
    let bytes = FileBytes.read(path + "/" + name) ?? []
    let file = SecretBytes(copying: bytes.rawBytes)
    let deviceKey = try DeviceKeyFile.decode(file, keychainID: decoded.keybag.keychainID)
    return try KeybagOpener(decoded, deviceKey: SharedSecret(deviceKey))
  }

  /// Everything in the folder, by name.
  func contents() -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in Folders.names(in: path) { contents[name] = FileBytes.read(path + "/" + name) }
    return contents
  }

  /// How many transactions the log holds: its frames say in clear which of them end one.
  func commitCount() -> Int {
    let log = FileBytes.read(path + "/keychain.1.db-wal") ?? []
    return stride(from: 32, to: log.count, by: 24 + 4096).count { frame in
      log[frame + 4..<frame + 8].contains { $0 != 0 }
    }
  }
}

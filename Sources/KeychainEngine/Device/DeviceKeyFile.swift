// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
package import Secrets

/// The bytes of `device.key`: magic, format version, keychain id, the 32-byte device key, and a
/// checksum that tells a damaged file from the file of another keychain.
package enum DeviceKeyFile {
  /// Its name in a keychain whose device key was never replaced.
  package static let name = "device.key"
  private static let magic = Array("SRDEVKEY".utf8)
  private static let version: UInt16 = 1
  private static let checksumByteCount = 8
  private static let headerByteCount = 8 + 2 + Keybag.identifierByteCount
  private static let bodyByteCount = headerByteCount + Keybag.deviceKeyByteCount
  package static let byteCount = bodyByteCount + checksumByteCount

  package static func encode(
    deviceKey: borrowing SecretBytes, keychainID: [UInt8]
  ) -> SecretBytes {
    var header = ByteWriter()
    header.write(magic)
    header.write(version)
    header.write(keychainID)
    let body = SecretBytes(joining: SecretBytes(copying: header.bytes.rawBytes), deviceKey)
    let checksum = body.withBytes { Array(SHA2.sha256($0)[..<checksumByteCount]) }
    return SecretBytes(joining: body, SecretBytes(copying: checksum.rawBytes))
  }

  /// Its name in the keychain whose keybag has `slot`; nil where the key is in no file.
  package static func name(in slot: Keybag.DeviceSlot) -> String? {
    guard slot.kind == .file else { return nil }
    return slot.parameters.isEmpty ? name : String(decoding: slot.parameters, as: UTF8.self)
  }

  /// Writes a new device key beside the one in use, and returns the slot that names it.
  static func write(
    _ deviceKey: SharedSecret, for keybag: Keybag, in folder: KeychainFolder
  ) throws(KeychainEngineError) -> Keybag.DeviceSlot {
    let name = "device.\(keybag.generation).key"
    let file = encode(deviceKey: deviceKey.bytes, keychainID: keybag.keychainID)
    try file.withBytes { (bytes) throws(KeychainEngineError) in
      try folder.replace(name, with: bytes)
    }
    return Keybag.DeviceSlot(kind: .file, parameters: Array(name.utf8))
  }

  /// The device key of the keychain in `folder` whose keybag is `keybag`.
  ///
  /// - Throws: `errSecNotAvailable` when the file is missing, and what ``decode(_:keychainID:)``
  ///   throws.
  static func read(
    for keybag: Keybag, in folder: KeychainFolder
  ) throws(KeychainEngineError) -> SharedSecret {
    let name = name(in: keybag.deviceSlot) ?? name
    let keychainID = keybag.keychainID
    guard try folder.stamp(of: name) != nil else {
      throw KeychainEngineError(
        .notAvailable,
        "the file \(folder.path(of: name)) is missing; without it the keychain cannot be opened: restore it from a backup, or with a recovery code: strongroom recover"
      )
    }
    return SharedSecret(try decode(try folder.read(name, limit: 4096), keychainID: keychainID))
  }

  /// Reads the device key of the keychain `keychainID`.
  ///
  /// - Throws: `errSecDecode` for a damaged file or one of another keychain,
  ///   `errSecWrongSecVersion` for a later format.
  package static func decode(
    _ file: borrowing SecretBytes, keychainID: [UInt8]
  ) throws(KeychainEngineError) -> SecretBytes {
    try file.withBytes { (bytes) throws(KeychainEngineError) in
      let isWhole =
        bytes.byteCount == byteCount && bytes.extracting(..<magic.count).array == magic
        && bytes.extracting(bodyByteCount...).array
          == Array(SHA2.sha256(bytes.extracting(..<bodyByteCount))[..<checksumByteCount])
      guard isWhole else {
        throw KeychainEngineError(
          .decode, "the file \(name) is damaged or not a device key; restore it from a backup")
      }
      guard bytes.byte(at: 8) == 0, bytes.byte(at: 9) == UInt8(version) else {
        throw KeychainEngineError(
          .wrongVersion, "the file \(name) was written by a later version of Strongroom")
      }
      guard bytes.extracting(10..<headerByteCount).array == keychainID else {
        throw KeychainEngineError(
          .decode, "the file \(name) belongs to another keychain than the file keybag beside it")
      }
      return SecretBytes(copying: bytes.extracting(headerByteCount..<bodyByteCount))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// The bytes of a ``Keybag``: one encoding for one value, and nothing else decodes.
///
/// The two MACs at the end are not checked here; ``KeybagKeys`` does, as it has the keys.
package enum KeybagCodec {
  package static let magic = Array("SRKEYBAG".utf8)
  package static let version: UInt16 = 2
  /// Without the time limit, and with slots that are all of the keybag's own generation; read, and
  /// never written.
  private static let firstVersion: UInt16 = 1
  package static let macByteCount = 32

  /// More than any keybag needs, so that a swollen file costs nothing.
  package static let largestFile = 64 * 1024

  /// The bytes that both MACs cover.
  package static func encode(_ keybag: Keybag) -> [UInt8] {
    var output = ByteWriter(capacity: 2048)
    output.write(magic)
    output.write(version)
    output.write(keybag.keychainID)
    output.write(keybag.generation)
    output.writeCounted(keybag.databaseName)
    output.write(keybag.idleSeconds)
    output.write(keybag.deviceSlot.kind.rawValue)
    output.writeCounted(keybag.deviceSlot.parameters)
    output.write(UInt16(keybag.unlockSlots.count))
    for slot in keybag.unlockSlots {
      output.write(slot.id)
      output.write(slot.kind.rawValue)
      output.write(slot.generation)
      output.writeCounted(slot.parameters)
      output.writeCounted(slot.wrapped)
    }
    output.write(UInt16(keybag.keys.count))
    for key in keybag.keys {
      output.write(key.purpose.number)
      output.write(key.generation)
      output.writeCounted(key.wrapped)
    }
    return output.bytes
  }

  /// A decoded file: the keybag, and what its MACs have to be checked against.
  package struct Decoded: Sendable {
    package let keybag: Keybag
    package let authenticated: [UInt8]
    package let deviceMAC: [UInt8]
    package let unlockMAC: [UInt8]
  }

  /// Reads and decodes the file `name` in `folder`.
  static func read(
    _ name: String, in folder: KeychainFolder
  ) throws(KeychainEngineError) -> Decoded {
    let file = try folder.read(name, limit: largestFile)
    return try decode(file.withBytes { $0.array })
  }

  /// Decodes a file.
  ///
  /// - Throws: `errSecInvalidKeychain` for bytes that are no keybag, `errSecWrongSecVersion` for a
  ///   later format, `errSecDecode` for damage.
  package static func decode(_ bytes: [UInt8]) throws(KeychainEngineError) -> Decoded {
    guard bytes.starts(with: magic) else {
      throw KeychainEngineError(
        .invalidKeychain,
        "the file keybag is not a Strongroom keybag, or its start is damaged; restore it from a backup"
      )
    }
    do {
      var input = ByteReader(bytes.rawBytes)
      _ = try input.read(magic.count)
      let version = try input.read(UInt16.self)
      guard [Self.version, firstVersion].contains(version) else {
        throw KeychainEngineError(
          .wrongVersion,
          "the keybag has format \(version); this version of Strongroom reads formats up to \(Self.version)"
        )
      }
      let keybag = try decodeBody(&input, version)
      let authenticated = Array(bytes[..<input.offset])
      let deviceMAC = try input.read(macByteCount)
      let unlockMAC = try input.read(macByteCount)
      guard input.remaining == 0 else { throw DecodingError("bytes after the last MAC") }
      return Decoded(
        keybag: keybag, authenticated: authenticated, deviceMAC: deviceMAC, unlockMAC: unlockMAC)
    } catch let error as KeychainEngineError {
      throw error
    } catch {
      throw KeychainEngineError(
        .decode, "the file keybag is damaged (\(error)); restore it from a backup",
        underlying: error)
    }
  }

  private static func decodeBody(
    _ input: inout ByteReader, _ version: UInt16
  ) throws(DecodingError) -> Keybag {
    let keychainID = try input.read(Keybag.identifierByteCount)
    let generation = try input.read(UInt64.self)
    let databaseName = try fileName(try input.readCounted())
    let idleSeconds = version == firstVersion ? 0 : try input.read(UInt32.self)
    guard let deviceKind = Keybag.DeviceSlot.Kind(rawValue: try input.read(UInt8.self)) else {
      throw DecodingError("unknown kind of device slot")
    }
    let deviceSlot = Keybag.DeviceSlot(kind: deviceKind, parameters: try input.readCounted())
    if deviceKind == .file, !deviceSlot.parameters.isEmpty {
      _ = try fileName(deviceSlot.parameters)
    }
    var slots: [Keybag.UnlockSlot] = []
    for _ in 0..<(try input.read(UInt16.self)) {
      let id = try input.read(Keybag.identifierByteCount)
      guard let kind = Keybag.UnlockSlot.Kind(rawValue: try input.read(UInt8.self)) else {
        throw DecodingError("unknown kind of unlock slot")
      }
      slots.append(
        Keybag.UnlockSlot(
          id: id, kind: kind,
          generation: version == firstVersion ? generation : try input.read(UInt64.self),
          parameters: try input.readCounted(), wrapped: try input.readCounted()))
    }
    var keys: [Keybag.WrappedKey] = []
    for _ in 0..<(try input.read(UInt16.self)) {
      guard let purpose = Keybag.WrappedKey.Purpose(number: try input.read(UInt8.self)) else {
        throw DecodingError("unknown purpose of a key")
      }
      let generation = try input.read(UInt32.self)
      keys.append(
        Keybag.WrappedKey(
          purpose: purpose, generation: generation, wrapped: try input.readCounted()))
    }
    return Keybag(
      keychainID: keychainID, generation: generation, databaseName: databaseName,
      idleSeconds: idleSeconds, deviceSlot: deviceSlot, unlockSlots: slots, keys: keys)
  }

  /// A name is one path component, so that a forged keybag cannot point elsewhere.
  private static func fileName(_ bytes: [UInt8]) throws(DecodingError) -> String {
    guard let name = String(validating: bytes, as: UTF8.self), !name.isEmpty,
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
      name != ".", name != ".."
    else { throw DecodingError("the name of a file that is none") }
    return name
  }
}

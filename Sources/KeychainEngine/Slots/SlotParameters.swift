// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// What a slot keeps in clear: for a passphrase its cost and salt, for key material where it is.
package enum SlotParameters: Equatable, Sendable {
  case none
  case passphrase(PassphraseCost, salt: [UInt8])
  /// The path of a key file, or the name of a credential.
  case origin(String)

  private static let saltByteCount = 16
  // Argon2id's parallelism: libsodium has one lane.
  private static let lanes: UInt8 = 1

  var bytes: [UInt8] {
    var output = ByteWriter()
    switch self {
    case .none: break
    case .passphrase(let cost, let salt):
      output.write(cost.memory)
      output.write(cost.passes)
      output.write(Self.lanes)
      output.write(salt)
    case .origin(let name): output.write(name)
    }
    return output.bytes
  }

  /// - Throws: `errSecDecode` for what is not of that kind.
  package init(_ bytes: [UInt8], of kind: Keybag.UnlockSlot.Kind) throws(KeychainEngineError) {
    do {
      var input = ByteReader(bytes.rawBytes)
      switch kind {
      case .open, .recoveryCode: self = .none
      case .passphrase:
        let cost = PassphraseCost(
          memory: try input.read(UInt32.self), passes: try input.read(UInt32.self))
        guard try input.read(UInt8.self) == Self.lanes else { throw DecodingError("lanes") }
        self = .passphrase(cost, salt: try input.read(Self.saltByteCount))
      case .keyFile, .systemCredential:
        guard let name = String(validating: try input.read(bytes.count), as: UTF8.self) else {
          throw DecodingError("a name that is no text")
        }
        self = .origin(name)
      }
      guard input.remaining == 0 else { throw DecodingError("bytes behind them") }
    } catch {
      throw KeychainEngineError(
        .decode, "the parameters of a slot are damaged; restore the keybag from a backup")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
internal import Secrets

/// Makes the tokens by which rows are found without their names being written down.
///
/// A token is HMAC-SHA-256 under the index key over `u8` version 1, then table, attribute, group
/// and value, each as `u8` type, `u32` length, bytes; its first 16 bytes. Equal values of one
/// attribute in one group have equal tokens, so a match is a candidate only: the decrypted
/// attributes decide.
struct BlindIndex {
  static let tokenByteCount = 16
  private static let version: UInt8 = 1
  /// Stands for all attributes that make an item unique; no attribute is called so.
  private static let uniqueness = AttributeKey(rawValue: 0x756E_6971)  // uniq

  private let keys: KeybagKeys

  init(keys: KeybagKeys) { self.keys = keys }

  /// The token of one attribute's value.
  func token(
    of value: AttributeValue, for key: AttributeKey, in itemClass: ItemClass, group: String
  ) -> [UInt8] {
    var message = start(itemClass, key, group)
    Self.write(value, to: &message)
    return finish(message)
  }

  /// The token of everything that makes an item unique in its class.
  ///
  /// The attributes follow in the order of their keys; one that is absent counts as empty text.
  func uniquenessToken(
    of attributes: [AttributeKey: AttributeValue], in itemClass: ItemClass, group: String
  ) -> [UInt8] {
    var message = start(itemClass, Self.uniqueness, group)
    for schema in itemClass.primaryAttributes where schema.key != .accessGroup {
      Self.write(attributes[schema.key] ?? .text(""), to: &message)
    }
    return finish(message)
  }

  private func start(_ itemClass: ItemClass, _ attribute: AttributeKey, _ group: String)
    -> ByteWriter
  {
    var message = ByteWriter()
    message.write(Self.version)
    Self.write(itemClass.rawValue, to: &message)
    message.write(UInt8(1))
    message.write(UInt32(4))
    message.write(attribute.rawValue)
    Self.write(group, to: &message)
    return message
  }

  /// Text and bytes are one type, for a query by either finds the other.
  private static func write(_ value: AttributeValue, to message: inout ByteWriter) {
    switch value {
    case .text(let text): write(text, to: &message)
    case .bytes(let bytes):
      message.write(UInt8(1))
      message.writeCounted(bytes)
    case .integer(let number): write(2, UInt64(bitPattern: number), to: &message)
    case .real(let number): write(3, number.bitPattern, to: &message)
    case .date(let seconds): write(4, seconds.bitPattern, to: &message)
    case .boolean(let flag): write(2, flag ? 1 : 0, to: &message)
    case .list: preconditionFailure("no attribute with a token is a list")
    }
  }

  private static func write(_ text: String, to message: inout ByteWriter) {
    message.write(UInt8(1))
    message.writeCounted(text)
  }

  private static func write(_ type: UInt8, _ number: UInt64, to message: inout ByteWriter) {
    message.write(type)
    message.write(UInt32(8))
    message.write(number)
  }

  private func finish(_ message: ByteWriter) -> [UInt8] {
    var token = [UInt8](repeating: 0, count: Self.tokenByteCount)
    var span = token.mutableSpan
    var bytes = unsafe span.mutableBytes
    keys.index.authenticate(message.bytes.rawBytes, into: &bytes)
    return token
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// The plaintext of a row's secret part: the item's data and its secret side fields, padded so that
/// the length tells little.
///
/// Layout: for each field `u32` tag, `u32` length, bytes; then 0x80 and zeros up to a multiple of
/// 32 (ISO/IEC 7816-4 padding). The tag of the data is `data`, that of a side field its attribute
/// key; tags ascend by field.
enum SecretPayload {
  // The letters «data».
  private static let dataTag: UInt32 = 0x6461_7461
  private static let block = 32
  private static let fieldHeader = 8

  /// Nil when there is nothing secret.
  static func encode(data: SharedSecret?, sideData: [AttributeKey: SharedSecret]) -> SharedSecret? {
    var fields = sideData.map { (tag: $0.key.rawValue, secret: $0.value) }
    if let data { fields.append((dataTag, data)) }
    return fields.isEmpty ? nil : encode(fields)
  }

  /// The payload of an item that has nothing secret, and yet must be sealed.
  static func empty() -> SharedSecret { encode([]) }

  private static func encode(_ fields: [(tag: UInt32, secret: SharedSecret)]) -> SharedSecret {
    let fields = fields.sorted { $0.tag < $1.tag }
    let size = fields.reduce(1) { $0 + fieldHeader + $1.secret.bytes.count }
    let padded = (size + block - 1) / block * block
    return SharedSecret(
      SecretBytes(count: padded) { (output: inout MutableRawSpan) in
        var offset = 0
        for field in fields {
          output.storeBigEndian(field.tag, at: offset)
          output.storeBigEndian(UInt32(field.secret.bytes.count), at: offset + 4)
          offset += fieldHeader
          field.secret.bytes.withBytes { output.store($0, at: offset) }
          offset += field.secret.bytes.count
        }
        output.storeBytes(of: 0x80, toByteOffset: offset, as: UInt8.self)
      })
  }

  /// - Throws: ``DecodingError`` for bytes that ``encode(data:sideData:)`` does not make.
  static func decode(
    _ payload: RawSpan
  ) throws(DecodingError) -> (data: SharedSecret?, sideData: [AttributeKey: SharedSecret]) {
    var end = payload.byteCount
    while end > 0, payload.byte(at: end - 1) == 0 { end -= 1 }
    guard end > 0, payload.byte(at: end - 1) == 0x80, payload.byteCount % block == 0,
      payload.byteCount - end < block
    else { throw DecodingError("a secret without its padding") }
    end -= 1

    var data: SharedSecret?
    var sideData: [AttributeKey: SharedSecret] = [:]
    var offset = 0
    var lastTag: UInt32?
    while offset < end {
      guard offset + fieldHeader <= end else { throw DecodingError("a secret field cut short") }
      let tag = payload.bigEndian(at: offset)
      let count = Int(payload.bigEndian(at: offset + 4))
      offset += fieldHeader
      guard count <= end - offset, lastTag.map({ $0 < tag }) ?? true else {
        throw DecodingError("a secret field that does not fit")
      }
      lastTag = tag
      let secret = SharedSecret(copying: payload.extracting(offset..<offset + count))
      offset += count
      if tag == dataTag { data = secret } else { sideData[AttributeKey(rawValue: tag)] = secret }
    }
    return (data, sideData)
  }
}

extension MutableRawSpan {
  fileprivate mutating func storeBigEndian(_ number: UInt32, at offset: Int) {
    storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt32.self)
  }

  fileprivate mutating func store(_ bytes: RawSpan, at offset: Int) {
    unsafe withUnsafeMutableBytes { output in
      unsafe bytes.withUnsafeBytes { bytes in
        let place = unsafe output[offset..<offset + bytes.count]
        unsafe UnsafeMutableRawBufferPointer(rebasing: place).copyMemory(from: bytes)
      }
    }
  }
}

extension RawSpan {
  fileprivate func bigEndian(at offset: Int) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(byte(at: offset + $1)) }
  }
}

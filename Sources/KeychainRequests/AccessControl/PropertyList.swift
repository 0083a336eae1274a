// SPDX-License-Identifier: Apache-2.0

/// A property list, as far as access controls need one.
package indirect enum PropertyList: Hashable, Sendable {
  case text(String)
  case bytes([UInt8])
  case integer(Int64)
  case boolean(Bool)
  case dictionary([String: PropertyList])
}

/// The bytes of a property list in DER (X.690): a dictionary is a SET of SEQUENCEs of key and
/// value, text a UTF8String, bytes an OCTET STRING; integer and boolean are what they are called.
///
/// One encoding for one meaning, and nothing else decodes.
package enum DERPropertyList {
  private enum Tag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bytes: UInt8 = 0x04
    static let text: UInt8 = 0x0C
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
  }

  private static let deepest = 8

  package static func encode(_ list: PropertyList) -> [UInt8] {
    switch list {
    case .text(let text): element(Tag.text, Array(text.utf8))
    case .bytes(let bytes): element(Tag.bytes, bytes)
    case .integer(let number): element(Tag.integer, shortest(number))
    case .boolean(let flag): element(Tag.boolean, [flag ? 0xFF : 0])
    case .dictionary(let entries):
      element(
        Tag.set,
        entries.map { element(Tag.sequence, encode(.text($0)) + encode($1)) }
          .sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
    }
  }

  /// Decodes what ``encode(_:)`` made.
  ///
  /// - Throws: ``DecodingError`` for every other sequence of bytes.
  package static func decode(_ bytes: [UInt8]) throws(DecodingError) -> PropertyList {
    var rest = bytes[...]
    let list = try value(&rest, depth: 0)
    guard rest.isEmpty else { throw DecodingError("bytes after the property list") }
    return list
  }

  // MARK: Writing

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
    let length = bigEndian(UInt64(content.count)).drop { $0 == 0 }
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }

  private static func shortest(_ number: Int64) -> [UInt8] {
    var bytes = bigEndian(UInt64(bitPattern: number))[...]
    while bytes.count > 1, let first = bytes.first {
      let next = bytes[bytes.startIndex + 1]
      guard (first == 0 && next < 0x80) || (first == 0xFF && next >= 0x80) else { break }
      bytes.removeFirst()
    }
    return Array(bytes)
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
  }

  // MARK: Reading

  private static func value(
    _ input: inout ArraySlice<UInt8>, depth: Int
  ) throws(DecodingError) -> PropertyList {
    guard depth < deepest else { throw DecodingError("a property list nested too deep") }
    let (tag, content) = try element(&input)
    switch tag {
    case Tag.text:
      guard let text = String(validating: content, as: UTF8.self) else {
        throw DecodingError("text that is not UTF-8")
      }
      return .text(text)
    case Tag.bytes: return .bytes(Array(content))
    case Tag.integer:
      guard (1...8).contains(content.count), let first = content.first else {
        throw DecodingError("an integer that does not fit")
      }
      let start: Int64 = first < 0x80 ? 0 : -1
      let number = content.reduce(start) { $0 << 8 | Int64($1) }
      guard shortest(number) == Array(content) else {
        throw DecodingError("an integer that is longer than needed")
      }
      return .integer(number)
    case Tag.boolean:
      switch Array(content) {
      case [0]: return .boolean(false)
      case [0xFF]: return .boolean(true)
      default: throw DecodingError("a boolean that is neither 0 nor 255")
      }
    case Tag.set: return try dictionary(content, depth: depth)
    default: throw DecodingError("an element of a type that no property list has")
    }
  }

  private static func dictionary(
    _ content: ArraySlice<UInt8>, depth: Int
  ) throws(DecodingError) -> PropertyList {
    var rest = content
    var entries: [String: PropertyList] = [:]
    var last: ArraySlice<UInt8> = []
    while !rest.isEmpty {
      let start = rest.startIndex
      var (tag, entry) = try element(&rest)
      let encoded = content[start..<rest.startIndex]
      guard tag == Tag.sequence, last.lexicographicallyPrecedes(encoded) else {
        throw DecodingError("entries of a dictionary out of order")
      }
      last = encoded
      guard case .text(let key) = try value(&entry, depth: depth + 1) else {
        throw DecodingError("a key that is no text")
      }
      let value = try value(&entry, depth: depth + 1)
      guard entry.isEmpty, entries.updateValue(value, forKey: key) == nil else {
        throw DecodingError("an entry with more than a key and its value")
      }
    }
    return .dictionary(entries)
  }

  private static func element(
    _ input: inout ArraySlice<UInt8>
  ) throws(DecodingError) -> (tag: UInt8, content: ArraySlice<UInt8>) {
    guard input.count >= 2, let tag = input.popFirst(), let first = input.popFirst() else {
      throw DecodingError("bytes end too early")
    }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      // Four bytes say more than any list here has.
      guard (1...4).contains(count), count <= input.count else {
        throw DecodingError("a length that cannot be")
      }
      length = input.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      guard length >= 0x80, input.first != 0 else {
        throw DecodingError("a length that is longer than needed")
      }
      input = input.dropFirst(count)
    }
    guard length <= input.count else { throw DecodingError("bytes end too early") }
    defer { input = input.dropFirst(length) }
    return (tag, input.prefix(length))
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests
internal import Secrets

/// Turns what a caller gives for an attribute into what is stored, by the kind of the attribute.
enum AttributeConversion {
  /// - Throws: `errSecParam` for a type that the attribute does not take.
  static func convert(
    _ value: Request.Value, for schema: AttributeSchema
  ) throws(KeychainEngineError) -> AttributeValue {
    let converted: AttributeValue? =
      switch schema.kind {
      case .text: text(value)
      case .blob: blob(value)
      case .data: data(value)
      case .number: number(value)
      case .date: date(value)
      case .uuid: uuid(value)
      case .sha1: sha1(value)
      case .secretData, .accessControl: nil
      }
    guard let converted else {
      throw KeychainEngineError(
        .param,
        "the attribute \(schema.key) takes \(schema.kind.expectation), not \(value.typeName)")
    }
    return converted
  }

  private static func text(_ value: Request.Value) -> AttributeValue? {
    switch value {
    case .attribute(.text): value.stored
    case .attribute(.bytes), .secret:
      value.plainBytes.flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    case .uuid(let bytes): .text(UUIDText.format(bytes))
    default: nil
    }
  }

  private static func blob(_ value: Request.Value) -> AttributeValue? {
    switch value {
    case .attribute(.text), .attribute(.integer): value.stored
    case .attribute(.real(let number)): whole(number)
    case .attribute(.bytes), .secret: value.plainBytes.map { .bytes($0) }
    default: nil
    }
  }

  private static func data(_ value: Request.Value) -> AttributeValue? {
    switch value {
    case .attribute(.bytes), .secret: value.plainBytes.map { .bytes($0) }
    case .attribute(.text(let text)): .bytes(Array(text.utf8))
    case .attribute(.integer(let number)): .bytes(littleEndian(number))
    default: nil
    }
  }

  private static func number(_ value: Request.Value) -> AttributeValue? {
    switch value {
    case .attribute(.integer): value.stored
    case .attribute(.real(let number)): whole(number)
    case .attribute(.boolean(let flag)): .integer(flag ? 1 : 0)
    case .attribute(.text(let text)):
      // Only the plain decimal form is a number; "042" and "htps" stay the text they are.
      Int64(text).flatMap { String($0) == text ? .integer($0) : nil } ?? .text(text)
    default: nil
    }
  }

  /// A number without a fraction is kept as a whole one: 512.0 and 512 name the same item.
  private static func whole(_ number: Double) -> AttributeValue {
    Int64(exactly: number).map { .integer($0) } ?? .real(number)
  }

  private static func date(_ value: Request.Value) -> AttributeValue? {
    guard case .attribute(.date(let seconds)) = value, seconds.isFinite else { return nil }
    return .date(seconds)
  }

  private static func uuid(_ value: Request.Value) -> AttributeValue? {
    switch value {
    case .null: .bytes([])
    case .uuid(let bytes): .bytes(bytes)
    case .attribute(.bytes), .secret:
      value.plainBytes.flatMap { $0.isEmpty || $0.count == 16 ? .bytes($0) : nil }
    default: nil
    }
  }

  private static func sha1(_ value: Request.Value) -> AttributeValue? {
    value.plainBytes.flatMap { $0.count == 20 ? .bytes($0) : nil }
  }

  private static func littleEndian(_ number: Int64) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension Request.Value {
  fileprivate var stored: AttributeValue? {
    if case .attribute(let value) = self { value } else { nil }
  }

  /// The bytes of a value that holds bytes.
  ///
  /// A copy that nobody wipes: for attributes, not for secrets.
  var plainBytes: [UInt8]? {
    switch self {
    case .attribute(.bytes(let bytes)): bytes
    case .secret(let secret): secret.bytes.withBytes { $0.array }
    default: nil
    }
  }

  /// What a person calls a value of this type.
  var typeName: String {
    switch self {
    case .attribute(.text): "a string"
    case .attribute(.bytes), .secret: "data"
    case .attribute(.integer), .attribute(.real): "a number"
    case .attribute(.date): "a date"
    case .attribute(.boolean): "a boolean"
    case .attribute(.list): "an array"
    case .uuid: "a UUID"
    case .accessControl: "an access control"
    case .authenticationContext: "an LAContext"
    case .null: "null"
    case .unsupported(let name): "an object of type \(name)"
    }
  }
}

extension AttributeSchema.Kind {
  /// What a person would have to give.
  fileprivate var expectation: String {
    switch self {
    case .text: "a string (or data that is UTF-8)"
    case .blob: "a string, data or a number"
    case .data: "data (or a string or a number)"
    case .number: "a number (or a boolean or a string)"
    case .date: "a date"
    case .uuid: "a UUID or 16 bytes"
    case .sha1: "data of 20 bytes"
    case .accessControl: "an access control object"
    case .secretData: "data"
    }
  }
}

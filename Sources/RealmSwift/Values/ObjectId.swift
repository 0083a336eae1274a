// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import ObjectStore
internal import SQLite
internal import Synchronization

/// 12 bytes that are nowhere else: the second in which they were made, 5 bytes of the process that
/// made them, and a number that it counts up.
///
/// They are ordered by when they were made. The layout is that of MongoDB, most significant bytes
/// first.
public struct ObjectId: Hashable, Sendable {
  /// The seconds since 1970.
  private let seconds: UInt32
  /// The process in the upper 40 bits, the number in the lower 24.
  private let rest: UInt64

  private init(seconds: UInt32, rest: UInt64) {
    self.seconds = seconds
    self.rest = rest
  }

  /// Twelve zeros.
  ///
  /// A new one is ``generate()``.
  public init() { self.init(seconds: 0, rest: 0) }

  /// A new one, which is nowhere else.
  public static func generate() -> ObjectId {
    let number = counter.wrappingAdd(1, ordering: .relaxed).newValue & 0xFF_FFFF
    return ObjectId(
      seconds: UInt32(truncatingIfNeeded: Int64(Date().timeIntervalSince1970)),
      rest: process << 24 | number)
  }

  /// The one with a text of 24 hexadecimal digits.
  ///
  /// - Throws: `Realm.Error` with `invalidInput` when the text is something else.
  public init(string: String) throws {
    guard let value = Self(hexadecimal: string) else {
      throw Realm.Error(
        .invalidInput,
        reason: "an ObjectId has 24 hexadecimal digits, and not the text that was given")
    }
    self = value
  }

  /// The one with a text of 24 hexadecimal digits; another text ends the program.
  public init(_ string: StaticString) {
    guard let value = Self(hexadecimal: string.description) else {
      misuse("an ObjectId has 24 hexadecimal digits, and not \"\(string)\"")
    }
    self = value
  }

  /// One that was made at a time, by a machine and a process of one's choice, with a new number.
  ///
  /// - Parameters:
  ///   - timestamp: when it was made, in whole seconds.
  ///   - machineId: its lower 24 bits count.
  ///   - processId: its lower 16 bits count.
  public init(timestamp: Date, machineId: Int, processId: Int) {
    let machine = UInt64(truncatingIfNeeded: machineId) & 0xFF_FFFF
    let process = UInt64(truncatingIfNeeded: processId) & 0xFFFF
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue & 0xFF_FFFF
    let time = timestamp.timeIntervalSince1970
    guard time > -1, time < 0x1_0000_0000 else {
      misuse("the time of an ObjectId lies between 1970 and 2106")
    }
    self.init(seconds: UInt32(time), rest: machine << 40 | process << 24 | number)
  }

  /// When it was made, to the second.
  public var timestamp: Date { Date(timeIntervalSince1970: Double(seconds)) }

  /// The 24 hexadecimal digits.
  public var stringValue: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let process = UInt64.random(in: 0..<1 << 40)
  private static let counter = Atomic<UInt64>(.random(in: 0..<1 << 24))

  private init?(hexadecimal text: String) {
    guard text.utf8.count == 24 else { return nil }
    var seconds: UInt32 = 0
    var rest: UInt64 = 0
    for (place, digit) in text.utf8.enumerated() {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      if place < 8 {
        seconds = seconds << 4 | UInt32(value)
      } else {
        rest = rest << 4 | UInt64(value)
      }
    }
    self.init(seconds: seconds, rest: rest)
  }

  var bytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: seconds >> UInt32(24 - 8 * $0)) }
      + (0..<8).map { UInt8(truncatingIfNeeded: rest >> UInt64(56 - 8 * $0)) }
  }

  init?(bytes: [UInt8]) {
    guard bytes.count == 12 else { return nil }
    self.init(
      seconds: bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) },
      rest: bytes[4...].reduce(0) { $0 << 8 | UInt64($1) })
  }
}

extension ObjectId: Comparable {
  /// Whether one was made earlier; in the same second, by the order of the bytes.
  public static func < (a: ObjectId, b: ObjectId) -> Bool {
    (a.seconds, a.rest) < (b.seconds, b.rest)
  }
}

extension ObjectId: CustomStringConvertible {
  /// The 24 hexadecimal digits.
  public var description: String { stringValue }
}

extension ObjectId: Codable {
  /// Reads the 24 hexadecimal digits.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(hexadecimal: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "an ObjectId has 24 hexadecimal digits")
    }
    self = value
  }

  /// Writes the 24 hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stringValue)
  }
}

extension ObjectId: _InsideOptional, _Indexable, _PrimaryKey {
  /// 12 bytes that are nowhere else.
  public static var _kind: _PropertyKind { _PropertyKind(.objectID) }
  /// A new one.
  public static func _makeDefault() -> ObjectId {
    GeneratedDefaults.areNeeded ? .generate() : ObjectId()
  }
  /// The one in a row.
  public static func _read(_ row: _RowReader) -> ObjectId {
    row.statement.withBytes(at: row.column) { bytes in
      guard bytes.byteCount == 12 else { return ObjectId() }
      return ObjectId(
        seconds: UInt32(bigEndian: unsafe bytes.unsafeLoadUnaligned(as: UInt32.self)),
        rest: UInt64(
          bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 4, as: UInt64.self)))
    }
  }
  /// The one that a column holds.
  public static func _decode(_ value: _StoredValue, in realm: _RealmReference?) -> ObjectId {
    guard case .bytes(let bytes) = value.mixed.value, let id = ObjectId(bytes: bytes) else {
      return ObjectId()
    }
    return id
  }
  /// What a column shall hold.
  public func _encode(in realm: _RealmReference?) -> _StoredValue { _StoredValue(.bytes(bytes)) }
  /// Takes identifiers, and their text.
  public static func _coerce(_ value: Any) -> ObjectId? {
    (value as? ObjectId) ?? (value as? String).flatMap { ObjectId(hexadecimal: $0) }
  }
}

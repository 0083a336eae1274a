// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

/// A property, something that it is given by name, and whether it takes it.
struct Coercion: @unchecked Sendable, CustomTestStringConvertible {
  let testDescription: String
  let isRight: () -> Bool

  /// A type that takes something for a value.
  init<Value: _Persistable & Equatable>(_ given: Any, becomes value: Value) {
    testDescription = "\(type(of: given)) \(given) becomes \(Value.self) \(value)"
    isRight = { Value._coerce(given) == value }
  }

  /// A type that does not take something.
  init<Value: _Persistable>(_ given: Any, isNo type: Value.Type) {
    testDescription = "\(Swift.type(of: given)) \(given) is no \(type)"
    isRight = { Value._coerce(given) == nil }
  }
}

@Suite("values of any type") struct CoercionTests {
  private static let accepted: [Coercion] = [
    Coercion(Int8(5), becomes: 5), Coercion(5.0, becomes: 5), Coercion(UInt64(5), becomes: Int8(5)),
    Coercion(NSNumber(value: 5), becomes: 5), Coercion(NSNumber(value: -1), becomes: Int16(-1)),
    Coercion(3, becomes: 3.0), Coercion(3, becomes: Float(3)), Coercion(Float(0.5), becomes: 0.5),
    Coercion(NSNumber(value: 2.5), becomes: 2.5), Coercion(true, becomes: true),
    Coercion("abc".dropFirst(), becomes: "bc"),
    Coercion([1, 2] as [UInt8], becomes: Data([1, 2])),
    Coercion(
      "507f1f77bcf86cd799439011", becomes: ObjectId("507f1f77bcf86cd799439011")),
    Coercion(
      "00000000-0000-0000-0000-000000000001",
      becomes: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!),
    Coercion("1.50", becomes: "1.5" as Decimal128), Coercion(1.5, becomes: "1.5" as Decimal128),
    Coercion(Int64(3), becomes: 3 as Decimal128),
    Coercion(Decimal(3) / 2, becomes: "1.5" as Decimal128),
    Coercion(-3, becomes: Level.high), Coercion("dark blue", becomes: Color.darkBlue),
    Coercion(Color.red, becomes: Color.red), Coercion(20, becomes: Celsius(persistedValue: 20)),
    Coercion("a@b", becomes: Address(persistedValue: "a@b")!),
    Coercion([1.0, 2.0], becomes: Place(latitude: 1, longitude: 2)),
    Coercion(["longitude": 2.0], becomes: Place(latitude: 0, longitude: 2)),
    Coercion(5, becomes: Int?.some(5)), Coercion(Int?.none as Any, becomes: Int?.none),
    Coercion(Int?.some(5) as Any, becomes: 5), Coercion("red", becomes: Color?.some(.red)),
    Coercion(5, becomes: AnyRealmValue.int(5)), Coercion(Int8(5), becomes: AnyRealmValue.int(5)),
    Coercion(true, becomes: AnyRealmValue.bool(true)),
    Coercion(0.5, becomes: AnyRealmValue.double(0.5)),
    Coercion(Float(0.5), becomes: AnyRealmValue.float(0.5)),
    Coercion("5", becomes: AnyRealmValue.string("5")),
    Coercion(Data([5]), becomes: AnyRealmValue.data(Data([5]))),
    Coercion(
      Date(timeIntervalSince1970: 5), becomes: AnyRealmValue.date(Date(timeIntervalSince1970: 5))),
    Coercion(ObjectId(), becomes: AnyRealmValue.objectId(ObjectId())),
    Coercion(Decimal(5), becomes: AnyRealmValue.decimal128(5)),
    Coercion(NSNumber(value: 5), becomes: AnyRealmValue.int(5)),
    Coercion(NSNumber(value: 0.5), becomes: AnyRealmValue.double(0.5)),
    Coercion(Int?.none as Any, becomes: AnyRealmValue.none),
    Coercion(AnyRealmValue.int(5), becomes: AnyRealmValue.int(5)),
  ]

  private static let refused: [Coercion] = [
    Coercion("5", isNo: Int.self), Coercion(1.5, isNo: Int.self), Coercion(300, isNo: Int8.self),
    Coercion(Double.nan, isNo: Int.self), Coercion(UInt64.max, isNo: Int.self),
    Coercion(true, isNo: Int.self), Coercion(true, isNo: Double.self),
    Coercion(NSNumber(value: 1.5), isNo: Int.self), Coercion(1, isNo: Bool.self),
    Coercion("true", isNo: Bool.self), Coercion("1.5", isNo: Double.self),
    Coercion(5, isNo: String.self), Coercion("x", isNo: Data.self), Coercion(5, isNo: Date.self),
    Coercion("2001-01-01", isNo: Date.self), Coercion("x", isNo: UUID.self),
    Coercion("x", isNo: ObjectId.self), Coercion("x", isNo: Decimal128.self),
    Coercion(true, isNo: Decimal128.self), Coercion(11, isNo: Level.self),
    Coercion("blue", isNo: Color.self), Coercion("red", isNo: Level.self),
    Coercion("no address", isNo: Address.self), Coercion("no address", isNo: Address?.self),
    Coercion("x", isNo: Celsius.self), Coercion(5, isNo: Place.self),
    Coercion(Int?.none as Any, isNo: Int.self), Coercion(Int?.none as Any, isNo: String.self),
    Coercion("x", isNo: Int?.self), Coercion(UInt64.max, isNo: AnyRealmValue.self),
    Coercion(URL(fileURLWithPath: "/"), isNo: AnyRealmValue.self),
  ]

  @Test("a property takes what stands for one of its values", arguments: accepted)
  func acceptance(coercion: Coercion) {
    #expect(coercion.isRight())
  }

  @Test("a property refuses what is none of its values", arguments: refused)
  func refusal(coercion: Coercion) {
    #expect(coercion.isRight())
  }

  @Test("a wrong value ends the program")
  func wrongValue() async {
    await #expect(processExitsWith: .failure) { _ = EveryType(value: ["int": "five"]) }
    await #expect(processExitsWith: .failure) { EveryType()["level"] = 11 }
    await #expect(processExitsWith: .failure) { _ = Decimal128(value: "a lot") }
    await #expect(processExitsWith: .failure) { _ = ObjectId("short") }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers
import TestFolders

/// An object with a property of every kind that queries compare.
class Sample: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var int: Int
  @Persisted(indexed: true) var maybeInt: Int?
  @Persisted var bool: Bool
  @Persisted var maybeBool: Bool?
  @Persisted var float: Float
  @Persisted var double: Double
  @Persisted var maybeDouble: Double?
  @Persisted(indexed: true) var text: String
  @Persisted var maybeText: String?
  @Persisted var data: Data
  @Persisted var date: Date
  @Persisted var maybeDate: Date?
  @Persisted var uuid: UUID
  @Persisted var decimal: Decimal128
  @Persisted var maybeDecimal: Decimal128?
  @Persisted var objectId: ObjectId
  @Persisted var any: AnyRealmValue
  @Persisted var link: Sample?

  static let ints = [Int.min, -7, -1, 0, 1, 2, 7, 1 << 53, Int.max]
  static let doubles = [
    -.infinity, -1.5, -0.0, 0.0, 0.1, 2, 7, .infinity, .nan, .leastNonzeroMagnitude,
  ]
  static let texts = [
    "", "a", "A", "ab", "aB", "b", "é", "e\u{301}", "É", "e", "ÄÖ", "äö", "😀", "a😀b", "😀😀", "a\0b",
    "a?c", "a*c", "aXc", "zzz", "\u{10FFFF}", "\u{D7FF}", "ΑΣ",
  ]
  static let bytes = [
    Data(), Data([0]), Data([0, 1]), Data([1]), Data([255]), Data([255, 255]), Data([1, 255, 0]),
  ]
  static let dates = [-1e9, -0.5, 0, 0.25, 7, 1e9].map { Date(timeIntervalSinceReferenceDate: $0) }
  static let uuids = (0..<4 as Range<UInt8>).map {
    UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0))
  }

  static let decimals: [Decimal128] = ["-1E+300", "-1.5", "0", "0.1", "2", "2.00000000001", "7"]
  static let objectIds: [ObjectId] = [
    ObjectId("000000000000000000000000"), ObjectId("000000000000000000000001"),
    ObjectId("ff0000000000000000000000"),
  ]
  static var anything: [AnyRealmValue] {
    [
      .int(-7), .int(0), .int(2), .double(-1.5), .double(2), .float(0.5), .double(.nan),
      .bool(true),
      .bool(false), .string(""), .string("A"), .string("é"), .data(Data([65])),
      .date(Date(timeIntervalSinceReferenceDate: 2)), .decimal128("2"), .uuid(uuids[1]),
    ]
  }

  /// An object with values by chance.
  convenience init(id: Int, by random: inout SeededGenerator) {
    self.init()
    self.id = id
    int = random.pick(Self.ints)
    maybeInt = random.maybe(Self.ints)
    bool = random.pick([true, false])
    maybeBool = random.maybe([true, false])
    float = Float(random.pick(Self.doubles))
    double = random.pick(Self.doubles)
    maybeDouble = random.maybe(Self.doubles)
    text = random.pick(Self.texts)
    maybeText = random.maybe(Self.texts)
    data = random.pick(Self.bytes)
    date = random.pick(Self.dates)
    maybeDate = random.maybe(Self.dates)
    uuid = random.pick(Self.uuids)
    decimal = random.pick(Self.decimals)
    maybeDecimal = random.maybe(Self.decimals)
    objectId = random.pick(Self.objectIds)
    any = random.maybe(Self.anything) ?? .none
  }

  /// A realm with `count` objects, each of which leads to another or nowhere.
  static func realm(
    in folder: TemporaryFolder, count: Int, by random: inout SeededGenerator
  ) throws -> Realm {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), objectTypes: [Sample.self]))
    let samples = (0..<count).map { Sample(id: $0, by: &random) }
    for sample in samples where random.next() % 3 > 0 { sample.link = random.pick(samples) }
    try realm.write { realm.add(samples) }
    return realm
  }
}

extension SeededGenerator {
  mutating func pick<T>(_ values: [T]) -> T { values[Int(next() % UInt64(values.count))] }

  mutating func maybe<T>(_ values: [T]) -> T? { next() % 4 == 0 ? nil : pick(values) }
}

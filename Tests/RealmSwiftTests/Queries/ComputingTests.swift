// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers
import TestFolders
import Testing

class Ledger: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var total: Int
  @Persisted var short: Int8
  @Persisted var share: Float
  @Persisted var price: Decimal128
  @Persisted var maybePrice: Decimal128?
  @Persisted var any: AnyRealmValue
  @Persisted var entries: List<Int>
  @Persisted var prices: List<Decimal128>
  @Persisted var bag: List<AnyRealmValue>
  @Persisted var named: Map<String, AnyRealmValue>
  @Persisted var parts: List<Ledger>
}

@Suite struct Computing {
  let folder = TemporaryFolder()

  private func realm() throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), objectTypes: [Ledger.self]))
  }

  private func accounts(_ values: [[String: Any]]) throws -> Results<Ledger> {
    let realm = try realm()
    try realm.write {
      for (id, value) in values.enumerated() {
        realm.create(Ledger.self, value: value.merging(["id": id]) { $1 })
      }
    }
    return realm.objects(Ledger.self)
  }

  // MARK: Sums that are too great

  static let totals: [([Int], Int)] = [
    ([.max, 1], .min), ([.min, -1], .max), ([.max, .max], -2), ([.min, .min], 0),
    ([.max, .min], -1), ([1 << 62, 1 << 62, 1 << 62], 3 &* (1 << 62)), ([-1, -1], -2), ([], 0),
  ]

  @Test("a sum that 64 bits do not hold begins again at the other end", arguments: totals)
  func wrap(values: [Int], sum: Int) throws {
    let accounts = try accounts(
      values.map { ["total": $0] } + [["entries": values, "total": 0]])
    #expect(accounts.sum(of: \.total) == sum)
    let last = try #require(accounts.last)
    #expect(last.entries.sum() == sum)
    #expect(accounts.filter("entries.@sum == %@ AND id == %@", sum, last.id).count == 1)
    #expect(accounts.where { $0.entries.sum == sum && $0.id == last.id }.count == 1)
    let mean = values.isEmpty ? nil : values.reduce(0.0) { $0 + Double($1) } / Double(values.count)
    #expect(last.entries.average() == mean)
  }

  @Test(
    "sums by chance are those of a loop that wraps",
    arguments: [1, UInt64.random(in: 2...UInt64.max)])
  func randomSums(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let list = try #require(try accounts([[:]]).first).entries
    for _ in 0..<200 {
      let values = (0..<random.next() % 6).map { _ in
        Int(truncatingIfNeeded: random.next()) >> Int(random.next() % 64)
      }
      try list.realm?.write {
        list.removeAll()
        list.append(objectsIn: values)
      }
      try #require(list.sum() == values.reduce(0, &+), "seed \(seed): \(values)")
    }
  }

  @Test("a short integer has the lower bits of its sum, and a float its double")
  func short() throws {
    let accounts = try accounts([["short": 100, "share": 0.1], ["short": 100, "share": 0.2]])
    #expect(accounts.sum(of: \.short) == Int8(truncatingIfNeeded: 200))
    #expect(accounts.sum(of: \.share) == Float(Double(Float(0.1)) + Double(Float(0.2))))
  }

  @Test("the sum of infinities of both signs is not a number")
  func infinities() throws {
    let accounts = try accounts([
      ["share": Float.infinity], ["share": -Float.infinity], ["share": Float.nan],
    ])
    #expect(accounts.sum(of: \.share).isNaN)
    #expect(accounts.average(of: \.share)?.isNaN == true)
  }

  // MARK: Decimal numbers

  @Test("decimal numbers are added up exactly")
  func decimals() throws {
    let accounts = try accounts([
      ["price": "0.1", "maybePrice": "1E+29"], ["price": "0.2"], ["price": "NaN"],
      ["price": "-5", "maybePrice": "0.0001"],
    ])
    #expect(accounts.sum(of: \.price) == "-4.7")
    #expect(accounts.min(of: \.price) == "-5")
    #expect(accounts.max(of: \.price) == "0.2")
    #expect(accounts.where { $0.id < 2 }.average(of: \.price) == "0.15")
    #expect(accounts.sum(of: \.maybePrice) == "100000000000000000000000000000.0001")
    #expect(accounts.average(of: \.maybePrice) == "50000000000000000000000000000.00005")
    #expect(accounts.average(ofProperty: "price") == Double(-4.7 / 3))
    #expect(accounts.filter("id > 9").sum(of: \.price) == 0)
    #expect(accounts.filter("id > 9").average(of: \.price) == nil)
  }

  typealias Condition = @Sendable (Query<Ledger>) -> Query<Bool>

  /// The same condition in Swift and as text, with the ids that it finds.
  struct Case: Sendable {
    var condition: Condition
    var format: String
    var arguments: [any Sendable] = []
    var ids: [Int]

    init(
      _ format: String, _ arguments: [any Sendable] = [], finds ids: [Int],
      _ condition: @escaping Condition
    ) {
      (self.format, self.arguments, self.ids, self.condition) = (format, arguments, ids, condition)
    }
  }

  static let decimalCases: [Case] = [
    Case("prices.@sum == %@", [Decimal128("0.3")], finds: [0]) { $0.prices.sum == "0.3" },
    Case("prices.@sum > 1", finds: [1]) { $0.prices.sum > 1 },
    Case("prices.@avg == 0.15", finds: [0]) { $0.prices.avg == "0.15" },
    Case("prices.@avg == nil", finds: [2]) { $0.prices.avg == nil },
    Case("prices.@max >= '0.2'", finds: [0, 1]) { $0.prices.max >= "0.2" },
    Case("prices.@min == 2", finds: [1]) { $0.prices.min == 2 },
    Case("prices.@sum BETWEEN {0, 1}", finds: [0, 2]) { $0.prices.sum.contains(0...1) },
    Case("prices.@sum IN {0, 2}", finds: [1, 2]) { $0.prices.sum.in([0, 2]) },
  ]

  static let mixedCases: [Case] = [
    Case("bag.@sum == 6", finds: [0]) { $0.bag.sum == .int(6) },
    Case("bag.@sum > 6.5", finds: [1]) { $0.bag.sum > .double(6.5) },
    Case("bag.@avg == %@", [2], finds: [0]) { $0.bag.avg == .int(2) },
    Case("bag.@max == 'x'", finds: [0]) { $0.bag.max == .string("x") },
    Case("bag.@min == 1", finds: [0]) { $0.bag.min == .int(1) },
    Case("bag.@min == %@", [Decimal128(7)], finds: [1]) { $0.bag.min == .decimal128(7) },
    Case("bag.@max == nil", finds: [2]) { $0.bag.max == .none },
    Case("named.@sum == 3", finds: [2]) { $0.named.sum == .int(3) },
    Case("parts.@sum.price == 3", finds: [2]) { $0.parts.price.sum == 3 },
    Case("parts.any.@sum == 5", finds: [2]) { $0.parts.any.sum == .int(5) },
    Case("parts.@max.any == 'x'", finds: [2]) { $0.parts.any.max == .string("x") },
  ]

  @Test(
    "conditions compute with decimal numbers and values of any type",
    arguments: decimalCases + mixedCases)
  func find(_ example: Case) throws {
    let accounts = try accounts([
      [
        "prices": ["0.1", "0.2"], "bag": [1, 2.0, Decimal128(3), "x", NSNull()] as [Any],
        "price": 1, "any": 1,
      ],
      [
        "prices": [2, "NaN"], "bag": [Decimal128(7), 7.5, Double.nan, [1]], "price": 2, "any": 4,
      ],
      ["named": ["a": 1, "b": 2, "c": "x"], "any": "x"],
    ])
    try accounts.realm?.write { accounts[2].parts.append(objectsIn: accounts) }
    #expect(accounts.where(example.condition).map(\.id) == example.ids)
    let found = accounts.filter(example.format, argumentArray: example.arguments)
    #expect(found.map(\.id) == example.ids)
  }

  // MARK: Values of any type

  @Test("of values of any type, the numbers are added up, and all have an order")
  func anything() throws {
    let accounts = try accounts([
      ["any": 1], ["any": 2.5], ["any": Decimal128("0.5")], ["any": "x"], ["any": true],
      ["any": Date(timeIntervalSince1970: 0)], ["any": NSNull()], ["any": Double.nan],
      ["any": [100]],
    ])
    #expect(accounts.sum(of: \.any) == .decimal128(4))
    #expect(accounts.average(of: \.any) == .decimal128(Decimal128(4) / 3))
    #expect(accounts.min(of: \.any) == .bool(true))
    #expect(accounts.max(of: \.any) == .date(Date(timeIntervalSince1970: 0)))
    let numbers = accounts.filter("id < 3")
    #expect(numbers.min(of: \.any) == .decimal128("0.5"))
    #expect(numbers.max(of: \.any) == .double(2.5))
    #expect(numbers.distinct(by: ["any"]).sum(of: \.any) == .decimal128(4))
    #expect(numbers.distinct(by: ["any"]).max(of: \.any) == .double(2.5))
    let nothing = accounts.filter("id > 99")
    #expect(nothing.sum(of: \.any) == .decimal128(0))
    #expect(nothing.average(of: \.any) == nil && nothing.max(of: \.any) == nil)
  }

  @Test("lists of any values have a least and a greatest, a sum and a mean")
  func bags() throws {
    let account = try #require(
      try accounts([["bag": [3, 1.5, "x", Decimal128(-2)] as [Any]]]).first)
    #expect(account.bag.min() == .decimal128(-2))
    #expect(account.bag.max() == .string("x"))
    #expect(account.bag.sum() == .decimal128("2.5"))
    let mean: Decimal128? = account.bag.average()
    #expect(mean == Decimal128("2.5") / 3)
    let asDouble: Double? = account.bag.average()
    #expect(asDouble == 2.5 / 3)
    let whole: Int = account.bag.sum(ofProperty: "self")
    #expect(whole == 2)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

/// Collections of one type of element.
class Trio<Element: RealmCollectionValue>: Object {
  @Persisted var list: List<Element>
  @Persisted var set: MutableSet<Element>
  @Persisted var map: Map<String, Element>

  override class func _realmObjectName() -> String? { "Trio" }
  override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// How elements come into a collection.
enum Filling: CaseIterable, Sendable {
  case beforeAdding, afterAdding, oneByOne, byName, fromAnotherObject
}

/// One type of element, with what a collection of it shall hold.
struct ElementCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Fills collections, and says what is wrong with them, here and in another thread's realm.
  let faults: @Sendable (Filling) throws -> [String]
  /// Fills the collections of a file.
  let write: @Sendable (String) throws -> Void
  /// Says what is wrong with those of a file.
  let read: @Sendable (String) throws -> [String]

  /// - Parameters:
  ///   - values: each one different, extremes among them.
  ///   - same: whether two are one, bit by bit.
  init<Element: RealmCollectionValue & SendableMetatype>(
    _ values: @escaping @autoclosure @Sendable () -> [Element],
    same: @escaping @Sendable (Element, Element) -> Bool = { $0 == $1 }
  ) {
    testDescription = "\(Element.self)"
    faults = { try Self.faults(of: values, filling: $0, same: same) }
    write = { path in
      let realm = try Realm(configuration: Self.configuration(path, Trio<Element>.self))
      let holder = Trio<Element>()
      let values = values()
      holder.list.append(objectsIn: values + values.reversed())
      holder.set.insert(objectsIn: values)
      holder.map.merge(values.enumerated().map { (key: Self.key($0), value: $1) }) { $1 }
      try realm.write { realm.add(holder) }
    }
    read = { path in
      let realm = try Realm(configuration: Self.configuration(path, Trio<Element>.self))
      guard let holder = realm.objects(Trio<Element>.self).first else { return ["no object"] }
      return Self.check(holder, values(), same)
    }
  }

  private static func configuration(
    _ path: String, _ type: ObjectBase.Type
  ) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), encryptionKey: .key(7), objectTypes: [type])
  }

  private static func faults<Element: RealmCollectionValue & SendableMetatype>(
    of makeValues: @escaping @Sendable () -> [Element], filling: Filling,
    same: @escaping @Sendable (Element, Element) -> Bool
  ) throws -> [String] {
    let values = makeValues()
    let place = PartRealm()
    let classes = [Trio<Element>.self]
    let realm = try place.open(classes: classes)
    let holder = Trio<Element>()
    // Twice each, so that order and number matter in the list.
    let elements = values + values.reversed()
    let entries = values.enumerated().map { (key: key($0), value: $1) }
    try realm.write {
      if filling != .beforeAdding { realm.add(holder) }
      var target = holder
      if filling == .fromAnotherObject { target = Trio() }
      switch filling {
      case .beforeAdding, .afterAdding, .fromAnotherObject:
        target.list.append(objectsIn: elements)
        target.set.insert(objectsIn: elements)
        target.map.merge(entries) { $1 }
      case .oneByOne:
        for element in elements.reversed() { target.list.insert(element, at: 0) }
        for element in elements { target.set.insert(element) }
        for (key, value) in entries { target.map[key] = value }
      case .byName:
        target["list"] = elements
        target["set"] = elements
        target["map"] = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
      }
      if filling == .fromAnotherObject {
        holder.list = target.list
        holder.set = target.set
        holder.map = target.map
      }
      realm.add(holder)
    }
    let here = check(holder, values, same).map { "here: \($0)" }
    let there = try place.elsewhere(classes: classes) { realm in
      guard let found = Array(realm.objects(Trio<Element>.self)).first else {
        return ["no object"]
      }
      return check(found, makeValues(), same)
    }
    return here + there.map { "elsewhere: \($0)" }
  }

  /// Keys in alphabetical order.
  private static func key(_ place: Int) -> String { "\(UnicodeScalar(UInt8(97 + place)))" }

  private static func check<Element: RealmCollectionValue & SendableMetatype>(
    _ holder: Trio<Element>, _ values: [Element], _ same: (Element, Element) -> Bool
  ) -> [String] {
    var faults: [String] = []
    func expect(_ holds: Bool, _ what: String) { if !holds { faults.append(what) } }
    let elements = values + values.reversed()
    expect(Array(holder.list).elementsEqual(elements, by: same), "list \(Array(holder.list))")
    expect(elements.indices.allSatisfy { same(holder.list[$0], elements[$0]) }, "list by index")
    expect(Array(holder.set).elementsEqual(values, by: same), "set \(Array(holder.set))")
    expect(holder.map.values.elementsEqual(values, by: same), "map \(holder.map.values)")
    for (place, value) in values.enumerated() {
      expect(
        holder.list.index(of: value) == place, "list finds \(value) elsewhere than at \(place)")
      expect(holder.set.contains(value), "set does not hold \(value)")
      expect(holder.map[key(place)].map { same($0, value) } == true, "map without \(key(place))")
    }
    return faults
  }
}

@Suite("collections of every type") struct CollectionMatrixTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
  // The same in every process: see OtherProcessTests.
  private static let id = UUID(uuidString: "8D1A3F0C-55E2-4B7D-9C41-6F0E2B7A9D13")!
  private static let objectId = ObjectId("65a1b2c3d4e5f60718293a4b")
  private static let texts = ["", "a", "A", "\u{e9}", "e\u{301}", "\u{1F600}", "a\0b", "1", "NULL"]
  private static let sameText: @Sendable (String, String) -> Bool = {
    $0.utf8.elementsEqual($1.utf8)
  }
  private static let sameDouble: @Sendable (Double, Double) -> Bool = {
    $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN
  }
  private static let doubles = [
    0.1, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1,
  ]
  private static var mixed: [AnyRealmValue] {
    [
      .none, .int(.min), .bool(true), .bool(false), .float(0.1), .double(0.1), .double(1), .int(1),
      .string("1"), .string(""), .data(Data([49])), .data(Data()), .date(day), .objectId(objectId),
      .decimal128("1"), .uuid(id),
    ]
  }

  static let cases: [ElementCase] = [
    ElementCase([.min, -1, 0, 1, .max] as [Int]), ElementCase([.min, nil, 0, .max] as [Int?]),
    ElementCase([.min, 0, .max] as [Int8]), ElementCase([.min, nil, .max] as [Int8?]),
    ElementCase([.min, 0, .max] as [Int16]), ElementCase([.min, nil, .max] as [Int16?]),
    ElementCase([.min, 0, .max] as [Int32]), ElementCase([.min, nil, .max] as [Int32?]),
    ElementCase([.min, 0, .max] as [Int64]), ElementCase([.min, nil, .max] as [Int64?]),
    ElementCase([true, false] as [Bool]), ElementCase([nil, true, false] as [Bool?]),
    ElementCase(doubles, same: sameDouble),
    ElementCase([nil, 0.1, .infinity, -.greatestFiniteMagnitude] as [Double?]),
    ElementCase([0.1, .infinity, .leastNonzeroMagnitude, -.greatestFiniteMagnitude] as [Float]),
    ElementCase([0.1, nil, .infinity] as [Float?]),
    ElementCase(texts, same: sameText), ElementCase(["", nil, "a"] as [String?]),
    ElementCase(
      [Data(), Data([0]), Data([0, 255]), Data(repeating: 7, count: 100_000)] as [Data]),
    ElementCase([nil, Data(), Data([0])] as [Data?]),
    ElementCase([.distantPast, day, .distantFuture] as [Date]), ElementCase([nil, day] as [Date?]),
    ElementCase([id, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))] as [UUID]),
    ElementCase([id, nil] as [UUID?]),
    ElementCase([objectId, ObjectId()] as [ObjectId]), ElementCase([nil, objectId] as [ObjectId?]),
    ElementCase([.min, 0, "0.1", "1E-6000", .max, .infinity, .NaN] as [Decimal128]),
    ElementCase([nil, "-19.99"] as [Decimal128?]),
    ElementCase(Array(Color.allCases)), ElementCase([nil] + Color.allCases as [Color?]),
    ElementCase(mixed),
  ]

  @Test(
    "what goes in comes out, in its order, in this realm and in another",
    arguments: cases, Filling.allCases)
  func matrix(element: ElementCase, filling: Filling) throws {
    let faults = try element.faults(filling)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}

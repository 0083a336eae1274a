// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Kit: Object {
  enum Grade: String, PersistableEnum { case fine, good, poor }
  struct Celsius: CustomPersistable, Hashable {
    var degrees: Double
    init(persistedValue: Double) { degrees = persistedValue }
    var persistableValue: Double { degrees }
  }

  @Persisted(primaryKey: true) var id: Int
  @Persisted var numbers: List<Int>
  @Persisted var maybes: List<Int?>
  @Persisted var scores: Map<String, Int>
  @Persisted var maybeScores: Map<String, Int?>
  @Persisted var grades: List<Grade>
  @Persisted var maybeGrades: MutableSet<Grade?>
  @Persisted var named: Map<String, Grade>
  @Persisted var maybeNamed: Map<String, Grade?>
  @Persisted var limits: List<Celsius>
  @Persisted var zones: Map<String, Celsius>
  @Persisted var text: String
  @Persisted var maybeText: String?
  @Persisted var pattern: String
  @Persisted var data: Data
  @Persisted var maybeData: Data?
}

@Suite("queries about elements and pairs of properties") struct ElementQueryTests {
  private static func kits(in folder: TemporaryFolder) throws -> Results<Kit> {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Kit.self]))
    try realm.write {
      let kits = (1...3).map { Kit(value: ["id": $0]) }
      realm.add(kits)
      kits[0].numbers.append(objectsIn: [1, 5])
      kits[0].maybes.append(objectsIn: [nil, 2, 4])
      kits[0].scores["a"] = 3
      kits[0].maybeScores["a"] = .some(nil)
      kits[0].maybeScores["b"] = 7
      kits[0].grades.append(objectsIn: [.good, .poor])
      kits[0].maybeGrades.insert(objectsIn: [nil, .fine])
      kits[0].named["a"] = .poor
      kits[0].maybeNamed["a"] = .good
      kits[0].limits.append(.init(persistedValue: -3))
      kits[0].zones["n"] = .init(persistedValue: 20)
      kits[0].text = "Äpfel"
      kits[0].maybeText = "äpfel"
      kits[0].pattern = "?pf*"
      kits[0].data = Data([1, 2, 3])
      kits[0].maybeData = Data([1, 2])
      kits[1].numbers.append(9)
      kits[1].scores["a"] = 30
      kits[1].grades.append(.fine)
      kits[1].text = "pear"
      kits[1].maybeText = "ar"
      kits[1].pattern = "PE?R"
      kits[1].data = Data([1, 2, 3])
      kits[1].maybeData = Data([2, 3])
    }
    return realm.objects(Kit.self)
  }

  typealias Condition = @Sendable (Query<Kit>) -> Query<Bool>

  static let elements1: [(Condition, [Int])] = [
    ({ $0.numbers == 5 }, [1]),
    ({ $0.numbers != 5 }, [1, 2]),
    ({ $0.numbers > 5 }, [2]),
    ({ $0.numbers >= 5 }, [1, 2]),
    ({ $0.numbers < 5 }, [1]),
    ({ $0.numbers <= 1 }, [1]),
  ]
  static let elements2: [(Condition, [Int])] = [
    ({ $0.maybes == nil }, [1]),
    ({ $0.maybes > 3 }, [1]),
    ({ $0.maybes.contains(2...4) }, [1]),
    ({ $0.maybes.contains(2..<4) }, []),
    ({ $0.scores.contains(1...5) }, [1]),
    ({ $0.scores.contains(3..<31) }, [1, 2]),
  ]
  static let elements3: [(Condition, [Int])] = [
    ({ $0.maybeScores.contains(7...7) }, [1]),
    ({ $0.maybeScores.contains(0..<7) }, []),
    ({ $0.scores.max > 10 }, [2]),
    ({ $0.maybeScores.sum == 7 }, [1]),
    ({ $0.grades == .poor }, [1]),
  ]

  static let mapped1: [(Condition, [Int])] = [
    ({ $0.grades.rawValue == "good" }, [1]),
    ({ $0.grades.rawValue.contains("fine") }, [2]),
    ({ $0.maybeGrades.rawValue == "fine" }, [1]),
    ({ $0.maybeGrades.rawValue.contains(nil) }, [1]),
    ({ $0.named.rawValue.values.starts(with: "po") }, [1]),
    ({ $0.named.rawValue["a"] == "poor" }, [1]),
  ]
  static let mapped2: [(Condition, [Int])] = [
    ({ $0.maybeNamed.rawValue.contains("good") }, [1]),
    ({ $0.limits.persistableValue < 0 }, [1]),
    ({ $0.limits.persistableValue.max < 0 }, [1]),
    ({ $0.zones.persistableValue.values > 10 }, [1]),
    ({ $0.zones.persistableValue["n"] == 20 }, [1]),
    ({ $0.zones.persistableValue.max == 20 }, [1]),
  ]

  static let pairs1: [(Condition, [Int])] = [
    ({ $0.text.like($0.pattern) }, [1, 3]),
    ({ $0.text.like($0.pattern, caseInsensitive: true) }, [1, 2, 3]),
    ({ $0.text.ends(with: $0.maybeText) }, [2]),
    ({ $0.text.contains($0.maybeText, options: .caseInsensitive) }, [1, 2]),
    ({ $0.text.starts(with: $0.maybeText, options: .caseInsensitive) }, [1]),
    ({ $0.text.equals($0.maybeText, options: .caseInsensitive) }, [1]),
  ]
  static let pairs2: [(Condition, [Int])] = [
    ({ $0.text.notEquals($0.maybeText, options: .caseInsensitive) }, [2, 3]),
    ({ $0.data.starts(with: $0.maybeData) }, [1]),
    ({ $0.data.ends(with: $0.maybeData) }, [2]),
    ({ $0.data.contains($0.maybeData) }, [1, 2]),
    ({ $0.data.equals(Data([1, 2, 3])) }, [1, 2]),
    ({ $0.data.notEquals(Data([1, 2, 3]), options: .caseInsensitive) }, [3]),
  ]
  static let pairs3: [(Condition, [Int])] = [
    ({ $0.data.contains(Data([3]), options: .caseInsensitive) }, [1, 2]),
    ({ $0.data.equals($0.maybeData) }, []),
    ({ $0.data.notEquals($0.maybeData) }, [1, 2, 3]),
  ]

  static var all: [(Condition, [Int])] {
    [elements1, elements2, elements3, mapped1, mapped2, pairs1, pairs2, pairs3].flatMap { $0 }
  }

  @Test("a condition looks at elements and pairs", arguments: all)
  func find(condition: @escaping Condition, ids: [Int]) throws {
    let folder = TemporaryFolder()
    #expect(try Self.kits(in: folder).where(condition).map(\.id) == ids)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

class Row: Object {
  @Persisted var numbers: List<Int>
  @Persisted var others: List<Int>
  @Persisted var texts: List<String>
  @Persisted var doubles: List<Double>
  @Persisted var blobs: List<Data>
  @Persisted var labels: List<Label>
  @Persisted var words: MutableSet<String>
  @Persisted var measures: MutableSet<Double>
  @Persisted var byWord: Map<String, Int>
  @Persisted var perhaps: Map<String, Int?>
}

/// Whether a realm keeps the object from the start.
enum Keeping: CaseIterable, Sendable {
  case unmanaged, managed
}

extension PartRealm {
  /// Does something with a row, and hands out what is in the file afterwards.
  func row(_ keeping: Keeping, _ body: (Row) throws -> Void) throws -> Row {
    let realm = try open(classes: [Row.self])
    let row = Row()
    try realm.write {
      if keeping == .managed { realm.add(row) }
      try body(row)
      realm.add(row)
    }
    return try #require(Array(realm.objects(Row.self)).last)
  }
}

@Suite("lists") struct ListTests {
  let place = PartRealm()

  @Test("a constant list is a collection that changes", arguments: Keeping.allCases)
  func changes(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      let list = row.numbers
      list.append(1)
      list.append(contentsOf: [2, 3])
      list.append(objectsIn: 4...6)
      list.insert(contentsOf: [10, 11], at: 1)
      #expect(Array(list) == [1, 10, 11, 2, 3, 4, 5, 6])
      list.removeSubrange(1..<3)
      list.removeAll { $0.isMultiple(of: 2) }
      #expect(Array(list) == [1, 3, 5])
      #expect(list.popLast() == 5 && list.removeFirst() == 1 && list.removeLast() == 3)
      #expect(list.popLast() == nil && list.first == nil && list.last == nil && list.isEmpty)
      list.append(objectsIn: 0..<10)
      list.removeFirst(2)
      list.removeLast(3)
      list[0] = 20
      list.replace(index: 1, object: 30)
      list.swapAt(0, 4)
    }
    #expect(Array(row.numbers) == [6, 30, 4, 5, 20])
    #expect(row.numbers.first == 6 && row.numbers.last == 20)
    #expect(row.numbers[1...2].map { $0 } == [30, 4])
    #expect(row.numbers.reversed() == [20, 5, 4, 30, 6])
  }

  @Test("elements move to where they are sent", arguments: Keeping.allCases)
  func moves(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.numbers.append(objectsIn: 0..<8)
      row.numbers.move(fromOffsets: [1, 6], toOffset: 4)
      #expect(Array(row.numbers) == [0, 2, 3, 1, 6, 4, 5, 7])
      row.numbers.move(fromOffsets: [0], toOffset: 8)
      row.numbers.move(fromOffsets: [7, 6], toOffset: 0)
      row.numbers.move(fromOffsets: [3], toOffset: 3)
      row.numbers.move(fromOffsets: [3], toOffset: 4)
      row.numbers.move(fromOffsets: [], toOffset: 2)
    }
    #expect(Array(row.numbers) == [7, 0, 2, 3, 1, 6, 4, 5])
  }

  @Test("a condition that throws takes nothing out", arguments: Keeping.allCases)
  func throwing(keeping: Keeping) throws {
    struct Stop: Error {}
    let row = try place.row(keeping) { row in
      row.numbers.append(objectsIn: 0..<5)
      #expect(throws: Stop.self) {
        try row.numbers.removeAll { if $0 == 3 { throw Stop() } else { true } }
      }
    }
    #expect(row.numbers.count == 5)
  }

  @Test("a list that is assigned to itself stays as it is", arguments: Keeping.allCases)
  func selfAssignment(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.numbers.append(objectsIn: 0..<5)
      row.labels.append(objectsIn: [Label(value: ["a"]), Label(value: ["b"])])
      row.numbers = row.numbers
      row.labels = row.labels
      row["numbers"] = row.numbers
      row["labels"] = row.labels
    }
    #expect(Array(row.numbers) == [0, 1, 2, 3, 4])
    #expect(row.labels.map(\.text) == ["a", "b"])
  }

  @Test("the same list of another accessor counts as itself")
  func sameRows() throws {
    let row = try place.row(.managed) { $0.labels.append(Label(value: ["a"])) }
    let realm = try #require(row.realm)
    let again = try #require(Array(realm.objects(Row.self)).first)
    #expect(again !== row)
    try realm.write { row.labels = again.labels }
    #expect(row.labels.map(\.text) == ["a"] && realm.objects(Label.self).count == 1)
  }

  @Test("assigning another object's list copies its elements", arguments: Keeping.allCases)
  func assignment(keeping: Keeping) throws {
    let other = try place.row(.managed) { $0.numbers.append(objectsIn: [1, 2, 3]) }
    let row = try place.row(keeping) { row in
      row.numbers.append(9)
      row.numbers = other.numbers
    }
    try row.realm?.write { row.numbers.append(4) }
    #expect(Array(row.numbers) == [1, 2, 3, 4])
    #expect(Array(other.numbers) == [1, 2, 3])
  }

  @Test("objects that share a list have a list each once they are added")
  func shared() throws {
    let realm = try place.open(classes: [Row.self])
    let (a, b) = (Row(), Row())
    a.numbers.append(objectsIn: [1, 2])
    b.numbers = a.numbers
    try realm.write {
      realm.add(a)
      realm.add(b)
      b.numbers.append(3)
    }
    #expect(Array(a.numbers) == [1, 2] && Array(b.numbers) == [1, 2, 3])
  }

  @Test("two properties that share a list have a list each once they are added")
  func sharedByProperties() throws {
    let row = try place.row(.unmanaged) { row in
      row.numbers.append(objectsIn: [1, 2])
      row.others = row.numbers
    }
    try row.realm?.write { row.others.append(3) }
    #expect(Array(row.numbers) == [1, 2] && Array(row.others) == [1, 2, 3])
  }

  @Test("a loop goes over what was there when it began", arguments: Keeping.allCases)
  func snapshot(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.numbers.append(objectsIn: 0..<5)
      for number in row.numbers {
        row.numbers.append(number + 10)
        row.numbers.removeFirst()
      }
    }
    #expect(Array(row.numbers) == [10, 11, 12, 13, 14])
  }

  @Test("a loop by index sees every change", arguments: Keeping.allCases)
  func indices(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.numbers.append(objectsIn: 0..<5)
      for place in row.numbers.indices { row.numbers[place] += row.numbers.last ?? 0 }
    }
    #expect(Array(row.numbers) == [4, 5, 6, 7, 8])
  }

  @Test("elements are found by their bytes, and NaN is itself", arguments: Keeping.allCases)
  func search(keeping: Keeping) throws {
    let row = try place.row(keeping) { row in
      row.texts.append(objectsIn: ["e\u{301}", "\u{e9}", ""])
      row.doubles.append(objectsIn: [1, .nan, -0.0])
      #expect(row.texts.index(of: "\u{e9}") == 1)
      #expect(row.doubles.index(of: .nan) == 1)
    }
    #expect(row.texts.index(of: "\u{e9}") == 1)
    #expect(row.texts.index(of: "e\u{301}") == 0)
    #expect(row.texts.contains("") && !row.texts.contains("e"))
    #expect(row.doubles.index(of: .nan) == 1)
    #expect(row.doubles.index(of: 0) == 2)
  }

  @Test("long bytes come back whole", arguments: [0, 1, 4096, 1_000_001, 5_000_000])
  func blobs(count: Int) throws {
    let blob = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let row = try place.row(.managed) { row in
      row.blobs.append(objectsIn: [Data(), blob, Data([1])])
      row.blobs.move(from: 1, to: 2)
    }
    #expect(row.blobs[2] == blob && row.blobs[1] == Data([1]))
    #expect(
      try place.elsewhere(classes: [Row.self]) { Array($0.objects(Row.self)).first?.blobs[2] }
        == blob)
  }

  @Test("embedded objects go when a list loses them")
  func embedded() throws {
    let row = try place.row(.managed) { row in
      row.labels.append(objectsIn: (0..<8).map { Label(value: ["\($0)", NSNull(), ["inner"]]) })
    }
    let realm = try #require(row.realm)
    let fourth = row.labels[4]
    try realm.write {
      row.labels.removeAll { $0.text == "0" || $0.text == "5" }
      row.labels[0] = Label(value: ["new"])
      row.labels.swapAt(1, 2)
      row.labels.move(fromOffsets: [0], toOffset: 3)
    }
    #expect(row.labels.map(\.text) == ["3", "2", "new", "4", "6", "7"])
    #expect(fourth == row.labels[3])
    #expect(realm.objects(Label.self).count == 11)
    try realm.write { row.labels.removeAll() }
    #expect(realm.objects(Label.self).count == 0 && fourth.isInvalidated)
  }

  @Test("a place that is not there ends the program")
  func bounds() async {
    await #expect(processExitsWith: .failure) { _ = List<Int>()[0] }
    await #expect(processExitsWith: .failure) { List<Int>().replaceSubrange(0..<1, with: [1]) }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try PartRealm().row(.managed) { row in
        row.numbers.append(1)
        row.numbers.removeLast(2)
      }
    }
    #expect(result.says("a list of 1 elements cannot lose 2"))
  }
}

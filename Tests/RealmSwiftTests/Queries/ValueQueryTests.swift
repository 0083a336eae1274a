// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

class Drawer: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var numbers: List<Int>
  @Persisted var maybe: List<Double?>
  @Persisted var texts: MutableSet<String>
  @Persisted var any: List<AnyRealmValue>
  @Persisted var days: Map<String, Date>
  @Persisted var counts: Map<String, Int?>
  @Persisted var drawers: Map<String, Drawer?>
}

@Suite struct ValueQueries {
  private static func drawer(in folder: TemporaryFolder) throws -> Drawer {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.path + "/a.realm"), objectTypes: [Drawer.self]))
    let drawer = Drawer(value: ["id": 1])
    drawer.numbers.append(objectsIn: [3, 1, 2, 3])
    drawer.maybe.append(objectsIn: [0.5, nil, .nan, 2])
    drawer.texts.insert(objectsIn: ["b", "É", "a"])
    drawer.any.append(objectsIn: [.int(1), .string("x"), .none, .double(1)])
    drawer.days["b"] = Date(timeIntervalSinceReferenceDate: 1)
    drawer.days["a"] = Date(timeIntervalSinceReferenceDate: 2)
    drawer.counts["a"] = .some(nil)
    drawer.counts["b"] = 7
    let other = Drawer(value: ["id": 2])
    drawer.drawers["x"] = other
    drawer.drawers["y"] = .some(nil)
    try realm.write { realm.add([drawer, other, Drawer(value: ["id": 3])]) }
    return drawer
  }

  @Test("a list of values is asked in Swift and by text, in its order")
  func list() throws {
    let folder = TemporaryFolder()
    let numbers = try Self.drawer(in: folder).numbers
    #expect(Array(numbers.where { $0 > 1 }) == [3, 2, 3])
    #expect(Array(numbers.where { $0.in([1, 2]) || $0 == 9 }) == [1, 2])
    #expect(Array(numbers.where { $0.contains(2...3) }) == [3, 2, 3])
    #expect(Array(numbers.filter("SELF > %@", 1)) == [3, 2, 3])
    #expect(Array(numbers.filter("SELF IN {1, 2} AND self != 2")) == [1])
    #expect(numbers.index(matching: "SELF == 3") == 0)
    #expect(numbers.index(matching: { $0 == 2 }) == 2)
    #expect(numbers.index(matching: { $0 == 9 }) == nil)
  }

  @Test("values have an order, a least and a greatest, a sum and a mean")
  func computed() throws {
    let folder = TemporaryFolder()
    let drawer = try Self.drawer(in: folder)
    #expect(Array(drawer.numbers.sorted(ascending: true)) == [1, 2, 3, 3])
    #expect(Array(drawer.numbers.sorted(ascending: false).distinct()) == [3, 2, 1])
    #expect(drawer.numbers.min() == 1)
    #expect(drawer.numbers.max() == 3)
    #expect(drawer.numbers.sum() == 9)
    #expect(drawer.numbers.average() == 2.25)
    #expect(drawer.numbers.where { $0 > 5 }.sum() == 0)
    #expect(drawer.numbers.where { $0 > 5 }.max() == nil)
    #expect(drawer.maybe.min() == 0.5)
    #expect(drawer.maybe.sum() == 2.5)
    #expect(drawer.maybe.sorted(ascending: true).map { $0?.isNaN } == [nil, false, false, true])
    #expect(drawer.maybe.where { $0 == nil }.count == 1)
  }

  @Test("sets, maps and values of any type are asked")
  func others() throws {
    let folder = TemporaryFolder()
    let drawer = try Self.drawer(in: folder)
    #expect(Array(drawer.texts.sorted(ascending: true)) == ["a", "b", "É"])
    #expect(Array(drawer.texts.where { $0.like("?") && $0 != "a" }) == ["b", "É"])
    #expect(
      Array(drawer.texts.filter("SELF BEGINSWITH[cd] 'e'")) == ["É"])
    #expect(Array(drawer.any.where { $0 == .int(1) }) == [.int(1), .double(1)])
    #expect(Array(drawer.any.filter("SELF == nil")) == [.none])
    let day = Date(timeIntervalSinceReferenceDate: 2)
    #expect(Array(drawer.days.where { $0 >= day }) == [day])
    #expect(drawer.days.max() == day)
    #expect(Array(drawer.days.sorted(ascending: false)).first == day)
    #expect(Array(drawer.counts.filter("SELF == nil OR SELF > 6")) == [nil, 7])
    #expect(drawer.drawers.where { $0.id == 2 }.map { $0?.id } == [2])
    #expect(drawer.drawers.filter("id > 1").count == 1)
    #expect(drawer.drawers.sorted(byKeyPath: "id").first??.id == 2)
    #expect(drawer.realm?.objects(Drawer.self).filter("drawers['x'].id == 2").map(\.id) == [1])
    #expect(drawer.realm?.objects(Drawer.self).where { $0.drawers["x"].id == 2 }.count == 1)
  }

  @Test("what was found follows the collection, and freezes")
  func live() throws {
    let folder = TemporaryFolder()
    let drawer = try Self.drawer(in: folder)
    let large = drawer.numbers.where { $0 > 2 }
    #expect(large.count == 2)
    #expect(large.index(of: 3) == 0)
    #expect(large.index(of: 1) == nil)
    #expect([large.first, large.last, large[1]] == [3, 3, 3])
    let frozen = large.freeze()
    try drawer.realm?.write { drawer.numbers.append(8) }
    #expect(Array(large) == [3, 3, 8])
    #expect(Array(frozen) == [3, 3])
    #expect(frozen.thaw().map { Array($0) } == [3, 3, 8])
    try drawer.realm?.write { drawer.realm?.delete(drawer) }
    #expect(large.isEmpty)
    #expect(large.first == nil)
  }

  @Test("values that were found are observed as values")
  func observe() throws {
    let folder = TemporaryFolder()
    let drawer = try Self.drawer(in: folder)
    let realm = try #require(drawer.realm)
    let journal = Journal<Delta>()
    let token = drawer.numbers.where { $0 > 2 }.observe { journal.changes.append(Delta($0)) }
    realm.refresh()
    #expect(journal.take() == [.initial])
    try realm.write { drawer.numbers.append(objectsIn: [1, 9]) }
    realm.refresh()
    #expect(journal.take() == [Delta([], [2], [])])
    try realm.write { drawer.numbers.remove(at: 5) }
    realm.refresh()
    #expect(journal.take() == [Delta([2], [], [])])
    token.invalidate()
  }

  @Test("a collection that no realm keeps cannot be asked")
  func unmanaged() async {
    await #expect(processExitsWith: .failure) { _ = Drawer().numbers.where { $0 > 1 } }
  }
}

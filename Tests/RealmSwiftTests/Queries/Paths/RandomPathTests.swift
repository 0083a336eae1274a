// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import RealmSwift
import SeededNumbers
import TestFolders
import Testing

@Suite struct RandomPaths {
  @Test(
    "paths of every kind, by chance, find what a plain loop finds",
    arguments: [
      1, 2, 3, 2_734_853_870_772_124_543, 5_961_677_307_662_821_631, 3_805_752_467_123_574_594,
    ] + (LongForm.isOn ? [UInt64.random(in: 4...UInt64.max)] : []))
  func agree(seed: UInt64) throws {
    let folder = TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    let web = try Web(in: folder, count: 25, by: &random)
    var telling = 0
    for number in 0..<2_000 {
      let clause = RandomClause.make(about: .knot, depth: Int(random.next() % 4), &random)
      let results = web.realm.objects(Knot.self)
        .filter(clause.format, argumentArray: clause.arguments)
      let expected = web.facts.filter { clause.holds(.object($0)) }.map(\.id)
      try #require(
        results.map(\.id) == expected, "seed \(seed), predicate \(number): \(clause.format)")
      if !expected.isEmpty, expected.count < web.facts.count { telling += 1 }
    }
    // Most of them tell objects apart, and do not just find all or none.
    #expect(telling > 1_000, "seed \(seed)")
  }

  @Test(
    "orders and distinct values through links, by chance, are those of a plain loop",
    arguments: [1, UInt64.random(in: 2...UInt64.max)])
  func arrange(seed: UInt64) throws {
    let folder = TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    let web = try Web(in: folder, count: 40, by: &random)
    let paths = [
      "int", "maybeDouble", "text", "link.int", "link.text", "bead.weight", "bead.knot.int",
      "link.link.maybeDouble", "link.bead.name", "link.link.link.link.link.int",
      "bead.knot.link.bead.knot.link.text",
    ]
    for number in 0..<200 {
      var results = web.realm.objects(Knot.self)
      var facts = web.facts
      var steps: [String] = []
      for _ in 0...random.next() % 3 {
        let chosen = (0...random.next() % 3).map { _ in random.pick(paths) }
        if random.next() % 3 == 0 {
          results = results.distinct(by: chosen)
          facts = Fact.distinct(facts, by: chosen)
        } else {
          let isAscending = random.next() % 2 == 0
          results = results.sorted(
            by: chosen.map { SortDescriptor(keyPath: $0, ascending: isAscending) })
          facts = Fact.sorted(facts, by: chosen, ascending: isAscending)
        }
        steps.append("\(chosen)")
      }
      try #require(
        results.map(\.id) == facts.map(\.id), "seed \(seed), order \(number): \(steps)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import RealmSwift
import SeededNumbers
import TestFolders
import Testing

@Suite struct RandomPaths {
  @Test(
    "paths of every kind, by chance, find what a plain loop finds",
    arguments: [1, 2, 3, UInt64.random(in: 4...UInt64.max)])
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
}

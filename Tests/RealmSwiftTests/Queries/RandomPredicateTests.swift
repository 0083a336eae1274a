// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers
import TestFolders
import Testing

@Suite struct RandomPredicates {
  @Test(
    "predicates by chance find what a plain loop finds",
    arguments: [1, 2, 3, UInt64.random(in: 4...UInt64.max)])
  func agree(seed: UInt64) throws {
    let folder = TemporaryFolder()
    var random = SeededGenerator(seed: seed)
    let realm = try Sample.realm(in: folder, count: 60, by: &random)
    let all = Array(realm.objects(Sample.self))
    for number in 0..<500 {
      let predicate = RandomPredicate.make(depth: Int(random.next() % 4), by: &random)
      let results = realm.objects(Sample.self)
        .filter(predicate.format, argumentArray: predicate.arguments)
      let expected = all.filter(predicate.holds).map(\.id)
      let place: Comment = "seed \(seed), predicate \(number): \(predicate.format)"
      // While the keys are not known, each of these is a query of its own.
      switch number % 3 {
      case 0: try #require(results.count == expected.count, place)
      case 1: try #require(results.last?.id == expected.last, place)
      default: try #require(results.first?.id == expected.first, place)
      }
      try #require(results.map(\.id) == expected, place)
    }
  }
}

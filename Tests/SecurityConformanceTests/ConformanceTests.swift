// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite("The item API behaves as Apple's does")
struct ConformanceTests {
  static let families: [(name: String, cases: @Sendable () -> [Case])] = [
    ("the keys of dictionaries", Dictionaries.cases),
    ("classes", ClassResolution.cases),
    ("persistent references", PersistentReferences.cases),
    ("types of values", AttributeTypes.cases),
    ("attributes of other classes", ForeignAttributes.cases),
    ("converted values", Conversions.cases),
    ("defaults", Defaults.cases),
    ("uniqueness", Uniqueness.cases),
    ("filters", Filters.cases),
    ("limits", Limits.cases),
    ("match keys", MatchKeys.cases),
    ("synchronizable items", Synchronizable.cases),
    ("results", ResultShapes.cases),
    ("updates", Updates.cases),
    ("changes", ChangesDictionary.cases),
    ("deletions", Deletions.cases),
    ("access groups", Groups.cases),
    ("use keys", UseKeys.cases),
    ("accessibility", Accessibility.cases),
    ("access controls", AccessControls.cases),
    ("items with access controls", ControlledItems.cases),
    ("items that need a person", AskingItems.cases),
    ("items that need a password of the application", PasswordItems.cases),
  ]

  @Test("every case of the table holds")
  func table() {
    let cases = Self.families.flatMap { $0.cases() }
    var failed = 0
    for line in cases {
      guard let failure = line.failure() else { continue }
      failed += 1
      Issue.record("\(line.identity) [\(line.source)]: \(failure)")
    }
    let behaviours = Set(cases.map(\.behaviour)).count
    print("conformance: \(cases.count) cases, \(behaviours) behaviours, \(failed) failed")
    #expect(cases.count >= 600)
    #expect(behaviours >= 180)
  }

  @Test("no two cases are the same, and each says where its expectation comes from")
  func identities() {
    var seen: Set<String> = []
    for line in Self.families.flatMap({ $0.cases() }) {
      #expect(seen.insert(line.identity).inserted, "twice: \(line.identity)")
      #expect(!line.steps.isEmpty, "\(line.identity)")
      #expect(
        line.source.hasPrefix("§") || line.source.hasPrefix("T ")
          || line.source.hasPrefix("decided: "), "\(line.identity): \(line.source)")
    }
  }
}

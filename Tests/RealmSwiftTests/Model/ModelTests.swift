// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("random operations") struct ModelTests {
  static let seeds: ClosedRange<UInt64> =
    ProcessInfo.processInfo.environment["STRONGROOM_TORTURE"] == nil ? 1...8 : 1...300

  @Test("a realm holds what the same operations make of plain values", arguments: seeds)
  func random(seed: UInt64) throws {
    let run = try ModelRun(seed: seed, isEncrypted: seed.isMultiple(of: 4))
    try run.run(transactions: 60)
    #expect(run.faults.isEmpty, "seed \(seed): \(run.faults.joined(separator: "\n"))")
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What power loss does to changes that were not synced: each may be there, be missing, or be there
/// in part, whatever the order they were made in.
package struct PowerLoss<Generator: RandomNumberGenerator> {
  private static var sectorByteCount: Int64 { 512 }

  /// How the disk behaves; one of these a crash, or everything would average out.
  private enum Manner: CaseIterable {
    /// Nothing is lost: the process was killed, the system went on.
    case keepAll
    /// Nothing that was not synced has reached the disk.
    case dropAll
    /// Whole writes are there or not.
    case dropSome
    /// Sectors are there or not.
    case tear
  }

  private var generator: Generator
  private let manner: Manner

  private init(_ manner: Manner, _ generator: Generator) {
    self.manner = manner
    self.generator = generator
  }

  /// No loss: what a killed process leaves.
  package static func none(_ generator: Generator) -> PowerLoss { PowerLoss(.keepAll, generator) }

  /// Loses everything unsynced, whole writes, or sectors; `number` says which.
  package static func number(_ number: Int, _ generator: Generator) -> PowerLoss {
    PowerLoss([.dropAll, .dropSome, .tear][number % 3], generator)
  }

  /// Whether a change that is made whole or not at all was made.
  mutating func keepsWhole() -> Bool {
    switch manner {
    case .keepAll: true
    case .dropAll: false
    case .dropSome, .tear: Bool.random(using: &generator)
    }
  }

  /// Which parts are there of `count` bytes written at `offset`.
  mutating func keptSectors(of count: Int, at offset: Int64) -> [Range<Int>] {
    guard manner == .tear else { return keepsWhole() ? [0..<count] : [] }
    var kept: [Range<Int>] = []
    var start = 0
    while start < count {
      let rest = Self.sectorByteCount - (offset + Int64(start)) % Self.sectorByteCount
      let end = min(count, start + Int(rest))
      if Bool.random(using: &generator) { kept.append(start..<end) }
      start = end
    }
    return kept
  }
}

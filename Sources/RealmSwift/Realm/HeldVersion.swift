// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The version of a file that a realm shows, and so keeps there; any thread may ask.
///
/// Counted in commits of this process: versions between which only others have committed count as
/// one.
final class HeldVersion: Sendable {
  private let stored = Atomic<Int>(-1)

  /// The version, or an earlier one; nil while the realm shows none.
  var number: Int? {
    get {
      let number = stored.load(ordering: .relaxed)
      return number < 0 ? nil : number
    }
    set { stored.store(newValue ?? -1, ordering: .relaxed) }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Tests that repeat something random: a short form in the suite, a long one where
/// `STRONGROOM_TORTURE` is set, as `Scripts/torture` does.
package enum LongForm {
  /// Whether the long forms run.
  package static let isOn = unsafe getenv("STRONGROOM_TORTURE") != nil

  /// How often to repeat.
  package static func count(short: Int, long: Int) -> Int { isOn ? long : short }

  /// In the long form, prints a line for `Scripts/torture` to add up: what was tortured, and
  /// figures by name.
  package static func report(_ subject: String, _ figures: KeyValuePairs<String, Int>) {
    guard isOn else { return }
    print("torture: \(subject):", figures.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
    fflush(nil)
  }
}

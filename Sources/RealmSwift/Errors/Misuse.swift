// SPDX-License-Identifier: Apache-2.0

/// Ends the program over a mistake in it that Realm's calls cannot throw about, as Realm does.
func misuse(_ message: String) -> Never {
  fatalError("RealmSwift: \(message)")
}

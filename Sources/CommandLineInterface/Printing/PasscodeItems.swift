// SPDX-License-Identifier: Apache-2.0

/// What becomes of the items that are kept only where there is a passphrase.
package enum PasscodeItems {
  /// The sentence that is said before the last passphrase goes.
  ///
  /// - Parameter count: how many there are; nil when that is not known.
  package static func consequence(_ count: Int?) -> String {
    switch count {
    case 0?: "There are no items that go with it."
    case 1?: "One item, which is kept only as long as there is a password, is deleted."
    case let count?:
      "\(count) items, which are kept only as long as there is a password, are deleted."
    case nil: "Items that are kept only as long as there is a password are deleted."
    }
  }
}

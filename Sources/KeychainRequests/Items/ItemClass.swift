// SPDX-License-Identifier: Apache-2.0

/// The classes of items that a keychain stores, by the value of their `kSecClass` constant.
package enum ItemClass: String, CaseIterable, Sendable {
  case genericPassword = "genp"
  case internetPassword = "inet"
  case certificate = "cert"
  case key = "keys"
}

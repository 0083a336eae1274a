// SPDX-License-Identifier: Apache-2.0

/// A credential that a program gives to a context in the place of the person.
public enum LACredentialType: Int, Sendable {
  /// A password of the program's own, for items that demand one.
  case applicationPassword = 0
  /// The PIN of a smart card; no context takes one on Linux.
  case smartCardPIN = -3
}

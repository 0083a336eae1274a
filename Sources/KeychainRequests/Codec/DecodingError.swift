// SPDX-License-Identifier: Apache-2.0

/// Bytes that no encoder of ours made.
///
/// The reason names the rule that they break, never their content.
package struct DecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  package var description: String { reason }
}

// SPDX-License-Identifier: Apache-2.0

package import Secrets

/// A secret that several owners may hold: immutable, and wiped when the last one lets go.
package final class SharedSecret: Sendable {
  package let bytes: SecretBytes

  package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  package convenience init(copying bytes: RawSpan) { self.init(SecretBytes(copying: bytes)) }
}

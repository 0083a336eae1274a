// SPDX-License-Identifier: Apache-2.0

/// Whether this is a build with the address or the thread sanitizer.
///
/// They map terabytes of their own, turn `mlock` into nothing, and keep what was freed: what a test
/// says of memory or of time does not hold there.
package enum Sanitizer {
  package static let isActive = MemoryMapping.all().contains { $0.addresses.count > 1 << 40 }
}

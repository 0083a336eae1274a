// SPDX-License-Identifier: Apache-2.0

package import Secrets

extension SecretBytes {
  /// Where the first byte lies.
  package borrowing func address() -> UInt {
    withBytes { unsafe $0.withUnsafeBytes { UInt(bitPattern: $0.baseAddress!) } }
  }

  /// Makes `count` bytes that follow from `seed` and are computed in place, so that memory holds no
  /// other copy.
  package init(count: Int, seed: UInt64) {
    self.init(count: count) { (bytes: inout MutableRawSpan) in
      var state = seed
      unsafe bytes.withUnsafeMutableBytes { bytes in
        for i in 0..<bytes.count {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          unsafe bytes[i] = UInt8(truncatingIfNeeded: state >> 33)
        }
      }
    }
  }
}

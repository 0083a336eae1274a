// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import Glibc
package import KeychainRequests
internal import Secrets

/// How expensive it is to try one passphrase: Argon2id's parameters, as a slot keeps them.
package struct PassphraseCost: Equatable, Sendable {
  /// KiB of memory.
  package let memory: UInt32
  package let passes: UInt32

  /// The least that a new slot costs: 64 MiB, walked through four times.
  package static let smallest = PassphraseCost(memory: 64 << 10, passes: 4)
  /// More is refused when a slot is read, so that a forged one cannot take all memory.
  package static let largest = PassphraseCost(memory: 1 << 20, passes: 64)

  /// What a new slot aims at, in seconds.
  private static let wantedSeconds = 0.25

  package init(memory: UInt32, passes: UInt32) {
    self.memory = memory
    self.passes = passes
  }

  /// Measures this machine: as many passes as take a quarter of a second, and never less than the
  /// smallest cost.
  package static func calibrated() throws(KeychainEngineError) -> PassphraseCost {
    let start = seconds()
    _ = try smallest.stretch(
      SharedSecret(SecretBytes(count: 16)), salt: [UInt8](repeating: 0, count: 16))
    let perPass = max(seconds() - start, 0.001) / Double(smallest.passes)
    let passes = min(Double(largest.passes), (wantedSeconds / perPass).rounded(.up))
    return PassphraseCost(memory: smallest.memory, passes: max(smallest.passes, UInt32(passes)))
  }

  private static func seconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The 32 bytes that a passphrase comes to.
  ///
  /// - Throws: `errSecAllocate` when the memory is not there, which says nothing of the passphrase;
  ///   `errSecDecode` for a cost beyond the largest.
  package func stretch(
    _ passphrase: SharedSecret, salt: [UInt8]
  ) throws(KeychainEngineError) -> SharedSecret {
    guard memory >= 8, (1...Self.largest.passes).contains(passes), memory <= Self.largest.memory
    else {
      throw KeychainEngineError(
        .decode,
        "a passphrase slot asks for \(memory) KiB and \(passes) passes, which no slot does; restore the keybag from a backup"
      )
    }
    do throws(CryptographyError) {
      return SharedSecret(
        try passphrase.bytes.withBytes { (passphrase) throws(CryptographyError) in
          try Argon2id.deriveKey(
            from: passphrase, salt: salt.rawBytes, passes: Int(passes), memory: Int(memory) << 10,
            count: 32)
        })
    } catch {
      throw KeychainEngineError(
        error.code == .outOfMemory ? .allocate : .internalError,
        "the passphrase could not be tried: \(error.reason)", underlying: error)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import ProcessMemory
import Secrets
import Synchronization
import Testing

@Suite("SecretBytes in memory")
struct SecretBytesMemoryTests {
  // The scans run in processes of their own, twice: the first call of a C function goes through the
  // dynamic linker, which saves vector registers on the stack, and `memcpy` has just had the secret
  // in them.

  @Test(
    "nothing of a released secret is left in memory", .disabled(if: Sanitizer.isActive),
    arguments: [32, 100, 4096, 16_384, 100_000])
  func wipedOnRelease(count: Int) async {
    await #expect(processExitsWith: .success) { [count] in
      for isRehearsal in [true, false] {
        let seed = UInt64.random(in: 0 ... .max)
        let needle = SecretBytes(count: 32, seed: seed)
        let before = MemoryScan.occurrences(of: needle)
        let secret = SecretBytes(count: count, seed: seed)
        let during = MemoryScan.occurrences(of: needle)
        release(secret)
        let after = MemoryScan.occurrences(of: needle)
        if isRehearsal { continue }
        try #require((before, during, after) == (1, 2, 1))
      }
    }
  }

  @Test("what a failed initialiser wrote is wiped", .disabled(if: Sanitizer.isActive))
  func wipedOnThrow() async {
    struct Interruption: Error {}
    await #expect(processExitsWith: .success) {
      for isRehearsal in [true, false] {
        let needle = SecretBytes(count: 32, seed: UInt64.random(in: 0 ... .max))
        var during = 0
        do throws(Interruption) {
          _ = try SecretBytes(count: 32) { (bytes: inout MutableRawSpan) throws(Interruption) in
            needle.withBytes { needle in
              unsafe needle.withUnsafeBytes { needle in
                unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyMemory(from: needle) }
              }
            }
            during = MemoryScan.occurrences(of: needle)
            throw Interruption()
          }
          Issue.record("the initialiser did not throw")
        } catch {}
        let after = MemoryScan.occurrences(of: needle)
        if isRehearsal { continue }
        try #require((during, after) == (2, 1))
      }
    }
  }

  @Test(
    "secrets are locked and left out of core dumps", .disabled(if: Sanitizer.isActive),
    arguments: SecretBytesTests.sizes)
  func locked(count: Int) throws {
    let secret = SecretBytes.random(count: count)
    let isLocked = secret.isLocked
    #expect(isLocked)
    for offset in [0, count - 1] {
      let address = secret.address() + UInt(offset)
      let mapping = try #require(MemoryMapping.containing(address))
      #expect(mapping.isLocked)
      #expect(mapping.isExcludedFromCoreDumps)
    }
  }

  @Test(
    "where nothing may be locked, secrets say so and everything else holds",
    .disabled(if: Sanitizer.isActive))
  func unlocked() async {
    await #expect(processExitsWith: .success) {
      try becomeOrdinaryUser(lockableMemory: 0)
      for count in SecretBytesTests.sizes {
        let secret = SecretBytes(count: count, seed: 7)
        let (isLocked, address) = (secret.isLocked, secret.address())
        let isEqual = secret.isEqual(to: SecretBytes(count: count, seed: 7))
        try #require(!isLocked && isEqual)
        let mapping = try #require(MemoryMapping.containing(address))
        try #require(!mapping.isLocked)
        try #require(mapping.isExcludedFromCoreDumps)
      }
    }
  }

  @Test(
    "where 64 KiB may be locked, one small secret of every size is",
    .disabled(if: Sanitizer.isActive))
  func littleToLock() async {
    await #expect(processExitsWith: .success) {
      try becomeOrdinaryUser(lockableMemory: 65536)
      for count in [1, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384] {
        let isLocked = SecretBytes(count: count).isLocked
        try #require(isLocked, "\(count) bytes")
      }
      let isLargeOneLocked = SecretBytes(count: 100_000).isLocked
      try #require(!isLargeOneLocked)
    }
  }

  @Test("eight threads make, fill, compare and release secrets at once")
  func concurrent() async {
    let damaged = Atomic(0)
    let finished = DispatchSemaphore(value: 0)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      for number in 0..<8 {
        Thread { [seed = UInt64(number)] in
          for round in 0..<2000 {
            let first = SecretBytes(count: round * 31 % 700, seed: seed)
            let second = SecretBytes(count: round % 50 == 0 ? 20_000 : 64, seed: seed)
            let third = first.copy()
            let expected = SecretBytes(count: second.count, seed: seed)
            if !first.isEqual(to: third) || !second.isEqual(to: expected) {
              damaged.add(1, ordering: .relaxed)
            }
          }
          finished.signal()
        }.start()
      }
      Thread {
        for _ in 0..<8 { finished.wait() }
        done.resume()
      }.start()
    }
    #expect(damaged.load(ordering: .relaxed) == 0)
  }
}

/// `RLIMIT_MEMLOCK`, which Glibc's module does not show.
private let lockedMemory = __rlimit_resource_t(8)

/// Gives up root's right to lock without limit, in a process of its own.
private func becomeOrdinaryUser(lockableMemory: rlim_t) throws {
  var limit = rlimit(rlim_cur: lockableMemory, rlim_max: lockableMemory)
  try #require(unsafe setrlimit(lockedMemory, &limit) == 0)
  if getuid() == 0 {
    try #require(setgid(65534) == 0 && setuid(65534) == 0)
  }
  try #require(getuid() != 0 && geteuid() != 0, "this test proves nothing as root")
}

private func release(_ secret: consuming SecretBytes) {}

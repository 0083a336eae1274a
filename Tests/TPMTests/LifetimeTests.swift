// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessMemory
import Secrets
import SoftwareTPMs
import Synchronization
import TPM
import Testing

@Suite("What is left behind", .softwareTPM)
final class LifetimeTests {
  private let key = SecretBytes.random(count: TPMDevice.keyByteCount)

  @Test("a hundred rounds leave nothing in the TPM")
  func handles() throws {
    let (tpm, twin) = (SoftwareTPM(), SoftwareTPM())
    do {
      var device = try tpm.open()
      var other = try twin.open()
      let foreign = try other.seal(key)
      var changed = try device.seal(key).encoded
      changed[changed.count - 1] ^= 1
      let damaged = try SealedKey(decoding: changed)
      for _ in 0..<100 {
        #expect(try device.unseal(device.seal(key)).isEqual(to: key))
        let stored = try device.store(key)
        #expect(try device.read(stored).isEqual(to: key))
        try device.delete(stored)
        #expect(throws: TPMError(.secretMissing, "")) { _ = try device.read(stored) }
        #expect(throws: TPMError(.anotherTPM, "")) { _ = try device.unseal(foreign) }
        #expect(throws: TPMError(.damaged, "")) { _ = try device.unseal(damaged) }
      }
    }
    #expect(try tpm.raw().leftovers() == [])
    #expect(try tpm.raw().handles(from: StoredSecret.indexes.lowerBound) == [])
  }

  @Test(
    "memory holds no copy of a key but those that are kept",
    .enabled(if: !Sanitizer.isActive, "sanitizers keep what was freed"))
  func memory() throws {
    let tpm = SoftwareTPM()
    var device = try tpm.open()
    let key = SecretBytes(count: TPMDevice.keyByteCount, seed: 0x7e57_7e57_0001)
    let sealed = try device.seal(key)
    #expect(MemoryScan.occurrences(of: key) == 1, "after sealing")
    let stored = try device.store(key)
    #expect(MemoryScan.occurrences(of: key) == 1, "after storing")
    do {
      let opened = try device.unseal(sealed)
      #expect(MemoryScan.occurrences(of: opened) == 2, "after unsealing")
      let read = try device.read(stored)
      #expect(MemoryScan.occurrences(of: read) == 3, "after reading")
    }
    #expect(MemoryScan.occurrences(of: key) == 1, "after letting go")
  }

  @Test("threads have a device each, and take turns at one TPM")
  func threads() throws {
    let tpm = SoftwareTPM()
    let socket = tpm.socket
    let faults = Mutex<[TPMError]>([])
    let successes = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do throws(TPMError) {
        for _ in 0..<10 {
          let own = SecretBytes.random(count: TPMDevice.keyByteCount)
          var device = try TPMDevice(
            TPMDevice.Configuration(address: .software(socket: socket)))
          let sealed = try device.seal(own)
          if try device.unseal(sealed).isEqual(to: own) { successes.withLock { $0 += 1 } }
        }
      } catch {
        faults.withLock { $0.append(error) }
      }
    }
    #expect(faults.withLock { $0 } == [])
    #expect(successes.withLock { $0 } == 40)
    #expect(try tpm.raw().leftovers() == [])
  }
}

// SPDX-License-Identifier: Apache-2.0

import Secrets
import SoftwareTPMs
import TPM
import Testing

@Suite("Lock-out", .softwareTPM)
final class LockOutTests {
  private let key = SecretBytes.random(count: TPMDevice.keyByteCount)

  /// Tries wrong passwords until the TPM locks.
  private func lockOut(_ tpm: SoftwareTPM) throws {
    let index: UInt32 = 0x0180_0001
    let raw = tpm.raw()
    try raw.defineIndex(index, password: [1])
    try raw.write([UInt8](repeating: 0, count: 32), to: index, password: [1])
    for _ in 0..<40 {
      do throws(RawTPM.Refusal) {
        _ = try raw.read(index, password: [2])
      } catch  where error.code == 0x921 {
        return
      } catch {
        // TPM_RC_AUTH_FAIL for session 1.
        try #require(error.code == 0x98E)
      }
    }
    Issue.record("the TPM does not lock")
  }

  @Test("the state of the TPM shows it, and for how long")
  func state() throws {
    let tpm = SoftwareTPM()
    do {
      var device = try tpm.open()
      let state = try device.state()
      #expect(!state.isLockedOut)
      #expect(state.failedTries == 0)
      #expect(state.manufacturer == "IBM")
    }
    try lockOut(tpm)
    var device = try tpm.open()
    let state = try device.state()
    #expect(state.isLockedOut)
    #expect(state.failedTries == state.permittedTries)
    #expect(state.forgivingInterval > .zero)
  }

  @Test("one that other programs caused stops neither sealed keys nor stored secrets")
  func others() throws {
    let tpm = SoftwareTPM()
    let (sealed, stored): (SealedKey, StoredSecret)
    do {
      var device = try tpm.open()
      (sealed, stored) = try (device.seal(key), device.store(key))
    }
    try lockOut(tpm)
    var device = try tpm.open()
    #expect(try device.unseal(sealed).isEqual(to: key))
    #expect(try device.read(stored).isEqual(to: key))
    try device.delete(stored)
    #expect(try device.unseal(device.seal(key)).isEqual(to: key))
  }

  @Test("wherever the TPM answers with it, it is asked once and the error says when to try again")
  func words() throws {
    let tpm = SoftwareTPM()
    try lockOut(tpm)
    let tap = Wiretap(tpm)
    var device = try tpm.open(through: tap.socket)
    tap.begin { _, code in code == CommandCode.createPrimary ? .refusal(0x921) : .none }
    let error = #expect(throws: TPMError.self) { _ = try device.seal(key) }
    #expect(error?.code == .lockedOut)
    let wait = try #require(error?.retryAfter?.components.seconds)
    #expect(wait > 0)
    #expect(
      error?.reason
        == "the TPM is locked out after 3 wrong passwords; try again in \(wait) s")
    #expect(tap.commandCodes.count { $0 == CommandCode.createPrimary } == 1)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Secrets
import SoftwareTPMs
import TPM
import Testing

@Suite("Secrets in the TPM", .softwareTPM)
final class StoredSecretTests {
  private let secret = SecretBytes.random(count: TPMDevice.keyByteCount)

  @Test("a secret can be read until it is deleted, also after a restart")
  func life() throws {
    let tpm = SoftwareTPM()
    let stored: StoredSecret
    do {
      var device = try tpm.open()
      stored = try device.store(secret)
      #expect(try device.read(stored).isEqual(to: secret))
    }
    tpm.restart()
    var device = try tpm.open()
    let decoded = try StoredSecret(decoding: stored.encoded)
    #expect(try device.seemsToHold(decoded))
    #expect(try device.read(decoded).isEqual(to: secret))
    try device.delete(decoded)
    #expect(try !device.seemsToHold(decoded))
    #expect(throws: TPMError(.secretMissing, "")) { _ = try device.read(decoded) }
    #expect(throws: TPMError(.secretMissing, "")) { try device.delete(decoded) }
  }

  @Test("several keychains have a secret each, and a freed index is used again")
  func several() throws {
    let tpm = SoftwareTPM()
    var device = try tpm.open()
    let other = SecretBytes.random(count: TPMDevice.keyByteCount)
    let (first, second) = try (device.store(secret), device.store(other))
    #expect(first.index != second.index)
    #expect(try device.storedIndexes() == [first.index, second.index])
    try device.delete(first)
    #expect(try device.read(second).isEqual(to: other))
    #expect(try device.store(secret).index == first.index)
  }

  @Test("where another program takes an index first, the next one is taken")
  func race() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    var device = try tpm.open(through: tap.socket)
    // The TPM's list, which says that all are free.
    let none: [UInt8] =
      [0x80, 0x01] + big(UInt32(19)) + big(UInt32(0)) + [0, 0, 0, 0, 1, 0, 0, 0, 0]
    let (first, taken) = try (device.store(secret), device.store(secret))
    #expect(first.index + 1 == taken.index)
    tap.begin { _, code in code == CommandCode.getCapability ? .answer(none) : .none }
    #expect(try device.store(secret).index == taken.index + 1)
    #expect(tap.commandCodes.count { $0 == CommandCode.defineSpace } == 3)
  }

  @Test("a full TPM says so, and what it holds can still be read")
  func full() throws {
    let tpm = SoftwareTPM()
    var device = try tpm.open()
    var last: StoredSecret?
    let error = #expect(throws: TPMError.self) {
      for _ in 0...StoredSecret.indexes.count { last = try device.store(secret) }
    }
    #expect(error?.code == .noRoom)
    let stored = try #require(last)
    #expect(try device.read(stored).isEqual(to: secret))
    try device.delete(stored)
    #expect(try device.store(secret).index == stored.index)
  }

  @Test("nobody can write over it, not after a restart either")
  func writtenOnce() throws {
    let tpm = SoftwareTPM()
    let stored: StoredSecret
    do {
      var device = try tpm.open()
      stored = try device.store(secret)
    }
    for _ in 0..<2 {
      // TPM_RC_NV_LOCKED.
      #expect(throws: RawTPM.Refusal(code: 0x148)) {
        try tpm.raw().write([UInt8](repeating: 1, count: 32), to: stored.index, password: [])
      }
      tpm.restart()
    }
    var device = try tpm.open()
    #expect(try device.read(stored).isEqual(to: secret))
  }

  @Test("an index that somebody put in its place is neither read nor deleted")
  func replaced() throws {
    let tpm = SoftwareTPM()
    let stored: StoredSecret
    do {
      var device = try tpm.open()
      stored = try device.store(secret)
      try device.delete(stored)
    }
    try tpm.raw().defineIndex(stored.index, password: [])
    try tpm.raw().write([UInt8](repeating: 1, count: 32), to: stored.index, password: [])
    var device = try tpm.open()
    #expect(throws: TPMError(.damaged, "")) { _ = try device.read(stored) }
    #expect(throws: TPMError(.damaged, "")) { try device.delete(stored) }
    #expect(try device.storedIndexes() == [stored.index])
  }

  @Test("another TPM, or one that was cleared, does not have it")
  func anotherTPM() throws {
    let (tpm, twin) = (SoftwareTPM(), SoftwareTPM())
    let stored: StoredSecret
    do {
      var device = try tpm.open()
      stored = try device.store(secret)
    }
    var other = try twin.open()
    #expect(throws: TPMError(.anotherTPM, "")) { _ = try other.read(stored) }
    try tpm.raw().clear()
    var device = try tpm.open()
    #expect(throws: TPMError(.anotherTPM, "")) { _ = try device.read(stored) }
    #expect(try !device.seemsToHold(stored))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Secrets
import SoftwareTPMs
import TPM
import Testing

@Suite("Between program and TPM", .softwareTPM)
final class BusTests {
  private let key = SecretBytes.random(count: TPMDevice.keyByteCount)
  private var keyBytes: [UInt8] { key.withBytes { $0.array } }

  @Test("who listens never sees the key")
  func listening() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    tap.begin()
    do {
      var device = try tpm.open(through: tap.socket)
      let sealed = try device.seal(key)
      #expect(try device.unseal(sealed).isEqual(to: key))
      let stored = try device.store(key)
      #expect(try device.read(stored).isEqual(to: key))
      try device.delete(stored)
    }
    let all: [UInt32] = [
      CommandCode.create, CommandCode.unseal, CommandCode.writeIndex, CommandCode.readIndex,
    ]
    #expect(Set(all).isSubset(of: tap.commandCodes))
    #expect(!tap.recorded.holds(keyBytes))
  }

  @Test("who listens cannot work out the keys of a session: its salt is for the TPM's own key")
  func salt() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    tap.begin()
    var device = try tpm.open(through: tap.socket)
    _ = try device.seal(key)
    let start = try #require(
      zip(tap.commandCodes, tap.commands).first { $0.0 == CommandCode.startSession }?.1)
    // The handle of a transient object, none to bind to; a nonce of 32 bytes; the salt, a point.
    #expect(start[10] == 0x80)
    #expect(Array(start[14..<18]) == big(UInt32(0x4000_0007)))
    #expect(Array(start[18..<20]) == [0, 32])
    #expect(Array(start[52..<54]) == big(UInt16(2 * (2 + 32))))
    // HMAC, AES-128-CFB, SHA-256.
    #expect(start.suffix(9) == [0x00, 0x00, 0x06, 0x00, 0x80, 0x00, 0x43, 0x00, 0x0B])
  }

  @Test("who listens to a program that does not encrypt sees it")
  func listeningToOthers() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    tap.begin()
    let raw = tpm.raw(through: tap.socket)
    try raw.defineIndex(0x0180_0001, password: [])
    try raw.write(keyBytes, to: 0x0180_0001, password: [])
    #expect(tap.recorded.holds(keyBytes))
  }

  /// Everything that a device does, as a test argument.
  enum Operation: CaseIterable, Sendable {
    case seal, unseal, store, read, delete
  }

  /// Does `operation` through `tap` while it interferes.
  private func attempt(
    _ operation: Operation, _ tpm: SoftwareTPM, _ tap: Wiretap, _ sealed: SealedKey,
    _ stored: StoredSecret, _ plan: @escaping Wiretap.Plan
  ) throws {
    tap.begin(plan)
    var device = try tpm.open(through: tap.socket)
    switch operation {
    case .seal: _ = try device.seal(key)
    case .unseal: _ = try device.unseal(sealed)
    case .store: _ = try device.store(key)
    case .read: _ = try device.read(stored)
    case .delete: try device.delete(stored)
    }
  }

  private func prepare(_ tpm: SoftwareTPM) throws -> (SealedKey, StoredSecret) {
    var device = try tpm.open()
    return try (device.seal(key), device.store(key))
  }

  @Test(
    "whichever command the TPM refuses, nothing of the operation stays in it",
    arguments: Operation.allCases)
  func refusals(operation: Operation) throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    let (sealed, stored) = try prepare(tpm)
    let (_, another) = try prepare(tpm)
    try attempt(operation, tpm, tap, sealed, another) { _, _ in .none }
    let codes = tap.commandCodes
    let indexes = try tpm.raw().handles(from: StoredSecret.indexes.lowerBound)
    for ordinal in codes.indices where codes[ordinal] != CommandCode.flush {
      let error = #expect(throws: TPMError.self) {
        try attempt(operation, tpm, tap, sealed, stored) { number, _ in
          // TPM_RC_NV_RATE.
          number == ordinal ? .refusal(0x920) : .none
        }
      }
      #expect(error?.code == .busy)
      #expect(try tpm.raw().leftovers() == [], "after command \(ordinal)")
      #expect(try tpm.raw().handles(from: StoredSecret.indexes.lowerBound) == indexes)
    }
  }

  @Test(
    "a changed answer is found out, and nothing stays in the TPM",
    arguments: [
      (Operation.seal, CommandCode.create), (.unseal, CommandCode.unseal),
      (.read, CommandCode.readIndex),
    ])
  func changedAnswers(operation: Operation, code: UInt32) throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    let (sealed, stored) = try prepare(tpm)
    let error = #expect(throws: TPMError.self) {
      try attempt(operation, tpm, tap, sealed, stored) { $1 == code ? .changedAnswer : .none }
    }
    #expect(error?.code == .notAuthentic)
    #expect(tap.commandCodes.contains(code))
    #expect(try tpm.raw().leftovers() == [])
    try attempt(operation, tpm, tap, sealed, stored) { _, _ in .none }
  }

  @Test(
    "a changed command is found out by the TPM",
    arguments: [
      (Operation.seal, CommandCode.create), (.unseal, CommandCode.unseal),
      (.store, CommandCode.writeIndex), (.read, CommandCode.readIndex),
    ])
  func changedCommands(operation: Operation, code: UInt32) throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    let (sealed, stored) = try prepare(tpm)
    #expect(throws: TPMError.self) {
      try attempt(operation, tpm, tap, sealed, stored) { $1 == code ? .changedCommand : .none }
    }
    #expect(try tpm.raw().leftovers() == [])
  }

  @Test("a deletion that somebody on the bus pretends is an error, and none")
  func pretendedDeletion() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    let (sealed, stored) = try prepare(tpm)
    let success: [UInt8] = [0x80, 0x01] + big(UInt32(10)) + big(UInt32(0))
    // With the place of an authorization, and nothing in it.
    let inSession: [UInt8] =
      [0x80, 0x02] + big(UInt32(19)) + big(UInt32(0)) + big(UInt32(0)) + [0, 0, 1, 0, 0]
    for answer in [success, inSession] {
      let error = #expect(throws: TPMError.self) {
        try attempt(.delete, tpm, tap, sealed, stored) { _, code in
          code == CommandCode.undefineSpace ? .answer(answer) : .none
        }
      }
      #expect(error?.code == .notAuthentic, "\(error?.reason ?? "")")
      #expect(tap.commandCodes.contains(CommandCode.undefineSpace))
    }
    var device = try tpm.open()
    #expect(try device.read(stored).isEqual(to: key))
  }

  @Test("a device works on after an answer that was changed")
  func workingOn() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    let (sealed, _) = try prepare(tpm)
    var device = try tpm.open(through: tap.socket)
    tap.begin { $1 == CommandCode.unseal ? .changedAnswer : .none }
    #expect(throws: TPMError(.notAuthentic, "")) { _ = try device.unseal(sealed) }
    tap.begin()
    #expect(try device.unseal(sealed).isEqual(to: key))
  }

  @Test(
    "an answer that is none is an error",
    arguments: [
      [0x80, 0x01, 0, 0, 0, 9, 0, 0, 0, 0], [0x80, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
      [0x80, 0x01, 0, 0, 0, 10, 0, 0, 0, 0], [0x80, 0x02, 0, 0, 0, 12, 0, 0, 0, 0, 0x80, 0],
      [UInt8](repeating: 0, count: 10), [UInt8](repeating: 0xFF, count: 4096),
    ])
  func nonsense(bytes: [UInt8]) throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    let (sealed, stored) = try prepare(tpm)
    for ordinal in 0..<4 {
      #expect(throws: TPMError.self) {
        try attempt(.unseal, tpm, tap, sealed, stored) { number, _ in
          number == ordinal ? .answer(bytes) : .none
        }
      }
    }
  }
}

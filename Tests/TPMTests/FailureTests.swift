// SPDX-License-Identifier: Apache-2.0

import Secrets
import SoftwareTPMs
import TPM
import Testing

@Suite("When a TPM fails", .softwareTPM)
final class FailureTests {
  private let key = SecretBytes.random(count: TPMDevice.keyByteCount)

  @Test("a machine without the library gets a sentence")
  func noLibrary() throws {
    let tpm = SoftwareTPM()
    let error = #expect(throws: TPMError.self) {
      _ = try TPMDevice(
        TPMDevice.Configuration(
          address: .software(socket: tpm.socket), library: "libtss2-nowhere.so.0"))
    }
    #expect(error?.code == .libraryMissing)
    #expect(error?.reason.contains("libtss2-nowhere.so.0, which talks to the TPM: ") == true)
    #expect(error?.reason.contains("install the package libtss2-esys") == true)
  }

  @Test("a library that is another lacks a function")
  func anotherLibrary() throws {
    let tpm = SoftwareTPM()
    let error = #expect(throws: TPMError.self) {
      _ = try TPMDevice(
        TPMDevice.Configuration(address: .software(socket: tpm.socket), library: "libsqlite3.so.0"))
    }
    #expect(error?.code == .libraryMissing)
    #expect(error?.reason.contains("no function Esys_Initialize") == true)
  }

  @Test("a machine without a TPM gets a sentence", arguments: [true, false])
  func noDevice(isDevice: Bool) {
    let path = "/nowhere/tpm"
    let error = #expect(throws: TPMError.self) {
      _ = try TPMDevice(
        TPMDevice.Configuration(address: isDevice ? .device(path) : .software(socket: path)))
    }
    #expect(error?.code == .deviceMissing)
    #expect(error?.reason.hasPrefix("there is no TPM at /nowhere/tpm: ") == true)
  }

  @Test(
    "a device that is no TPM is found out",
    arguments: [("/dev/null", TPMError.Code.connectionLost), ("/dev/zero", .notAuthentic)])
  func noTPM(path: String, code: TPMError.Code) throws {
    var device = try TPMDevice(TPMDevice.Configuration(address: .device(path)))
    let error = #expect(throws: TPMError.self) { _ = try device.seal(key) }
    #expect(error?.code == code)
  }

  @Test("a TPM that goes away in the middle is an error, whichever command it hears last")
  func gone() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    var device = try tpm.open()
    let sealed = try device.seal(key)
    device = try tpm.open(through: tap.socket)
    tap.begin()
    _ = try device.unseal(sealed)
    let codes = tap.commandCodes
    for last in codes.indices {
      // What an operation holds when its connection ends, only a resource manager takes away.
      tpm.restart()
      device = try tpm.open(through: tap.socket)
      tap.begin { ordinal, _ in ordinal == last ? .hangUp : .none }
      if codes[last] == CommandCode.flush {
        // Nothing of the answer is missing any more.
        #expect(try device.unseal(sealed).isEqual(to: key))
      } else {
        #expect(throws: TPMError(.connectionLost, "")) { _ = try device.unseal(sealed) }
      }
    }
  }

  @Test("a TPM that is switched off under an open device is an error, and so is every next try")
  func switchedOff() throws {
    let tpm = SoftwareTPM()
    var device = try tpm.open()
    let sealed = try device.seal(key)
    tpm.stop()
    for _ in 0..<2 {
      #expect(throws: TPMError(.connectionLost, "")) { _ = try device.unseal(sealed) }
    }
    #expect(throws: TPMError(.deviceMissing, "")) { _ = try tpm.open() }
  }

  @Test("a TPM that says nothing costs no more than the time limit")
  func silence() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    var device = try tpm.open(through: tap.socket, timeLimit: .milliseconds(200))
    tap.begin { _, code in code == CommandCode.create ? .silence : .none }
    let start = ContinuousClock.now
    let error = #expect(throws: TPMError.self) { _ = try device.seal(key) }
    #expect(error?.code == .timeLimit)
    #expect(error?.reason.contains("within 0.2 seconds") == true)
    #expect(throws: TPMError(.timeLimit, "")) { _ = try device.seal(key) }
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test("a TPM in failure mode, not started or busy says so, and is asked once")
  func refusals() throws {
    let tpm = SoftwareTPM()
    let tap = Wiretap(tpm)
    let codes: [(UInt32, TPMError.Code)] = [
      (0x101, .failureMode), (0x100, .notStarted), (0x185, .ownerUnavailable), (0x902, .busy),
    ]
    for (code, expected) in codes {
      var device = try tpm.open(through: tap.socket)
      tap.begin { _, command in command == CommandCode.createPrimary ? .refusal(code) : .none }
      let error = #expect(throws: TPMError.self) { _ = try device.seal(key) }
      #expect(error?.code == expected)
      #expect(error?.responseCode == code)
      #expect(tap.commandCodes == [CommandCode.createPrimary])
    }
  }

  @Test("a TPM that is full of other programs' keys says so")
  func full() throws {
    let tpm = SoftwareTPM()
    for _ in 0..<3 { try tpm.raw().makeStorageKey() }
    try #require(tpm.raw().leftovers().count == 3)
    var device = try tpm.open()
    let error = #expect(throws: TPMError.self) { _ = try device.seal(key) }
    #expect(error?.code == .busy)
    #expect(error?.reason.contains("/dev/tpmrm0") == true)
  }

  @Test("an owner's password is named, with what to type")
  func ownerPassword() throws {
    let tpm = SoftwareTPM()
    try tpm.raw().setOwnerPassword([1, 2, 3])
    var device = try tpm.open()
    #expect(try device.state().ownerHasPassword)
    let error = #expect(throws: TPMError.self) { _ = try device.seal(key) }
    #expect(error?.code == .ownerUnavailable)
    #expect(error?.reason.contains("tpm2_changeauth -c owner") == true)
  }
}

@Suite("Builds without the headers of tpm2-tss", .enabled(if: !TPMDevice.isSupported))
struct UnsupportedTests {
  @Test("they say so, and what to install")
  func words() {
    let error = #expect(throws: TPMError.self) { _ = try TPMDevice() }
    #expect(error?.code == .unsupported)
    #expect(error?.reason.contains("install libtss2-dev") == true)
  }
}

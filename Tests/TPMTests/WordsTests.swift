// SPDX-License-Identifier: Apache-2.0

import Glibc
import TPM
import Testing

@Suite("Errors in words")
struct WordsTests {
  /// What a response code must become.
  struct Answer: Sendable, CustomTestStringConvertible {
    let responseCode: UInt32
    let step: Step
    let code: TPMError.Code
    let words: String

    init(_ responseCode: UInt32, _ step: Step, _ code: TPMError.Code, _ words: String) {
      self.responseCode = responseCode
      self.step = step
      self.code = code
      self.words = words
    }

    var testDescription: String { "0x\(String(responseCode, radix: 16)) while \(step)" }
  }

  @Test(
    "a response code means what it means at that step",
    arguments: [
      Answer(0x100, .makingPrimary, .notStarted, "restart the machine"),
      Answer(0x101, .asking, .failureMode, "switch the machine off and on"),
      Answer(0x185, .makingPrimary, .ownerUnavailable, "switched off"),
      Answer(0x9A2, .makingPrimary, .ownerUnavailable, "tpm2_changeauth"),
      // The same for a session of ours, and the library's own finding.
      Answer(0x9A2, .unsealing, .notAuthentic, "was changed"),
      Answer(0x98E, .unsealing, .notAuthentic, "was changed"),
      Answer(0x7001B, .unsealing, .notAuthentic, "was changed"),
      Answer(0x80007, .deletingIndex, .notAuthentic, "was changed"),
      Answer(0x90006, .unsealing, .notAuthentic, "was changed"),
      // INTEGRITY for the first parameter, BINDING, SIZE for the second.
      Answer(0x1DF, .loading, .damaged, "restore it from a backup"),
      Answer(0x1E5, .loading, .damaged, "restore it from a backup"),
      Answer(0x2D5, .loading, .damaged, "restore it from a backup"),
      Answer(0x1DF, .sealing, .refused, "refuses"),
      Answer(0x18B, .findingIndex, .secretMissing, "lost"),
      Answer(0x28B, .deletingIndex, .secretMissing, "lost"),
      Answer(0x14B, .definingIndex, .noRoom, "tpm2_getcap"),
      Answer(0x902, .makingPrimary, .busy, "/dev/tpmrm0"),
      Answer(0x903, .startingSession, .busy, "/dev/tpmrm0"),
      Answer(0x922, .sealing, .busy, "try again"),
      Answer(0x921, .unsealing, .lockedOut, "locked out"),
      // By the resource manager of the kernel.
      Answer(0xB0902, .loading, .busy, "/dev/tpmrm0"),
      Answer(0xB0143, .sealing, .refused, "refuses"),
      Answer(0x70007, .sealing, .refused, "tpm2-tss has failed"),
    ])
  func meanings(answer: Answer) {
    let error = TPMError(responseCode: answer.responseCode, during: answer.step)
    #expect(error.code == answer.code)
    #expect(error.reason.contains(answer.words))
    #expect(
      error.reason.hasSuffix("(response code 0x\(String(answer.responseCode, radix: 16)))"))
    #expect(error.responseCode == answer.responseCode)
  }

  @Test(
    "a device that cannot be opened says why, and what to do",
    arguments: [
      (ENOENT, TPMError.Code.deviceMissing, "no TPM"),
      (EACCES, .permissionDenied, "sudo usermod -aG tss"), (EBUSY, .busy, "/dev/tpmrm0"),
      (EAGAIN, .timeLimit, "busy"), (EIO, .deviceMissing, "Input/output error"),
    ])
  func opening(number: CInt, code: TPMError.Code, words: String) {
    let error = TPMAddress.openingError(number, path: "/dev/tpmrm0")
    #expect(error.code == code)
    #expect(error.reason.contains(words))
    #expect(error.reason.contains("/dev/tpmrm0"))
  }

  @Test("an address is read as it is written")
  func addresses() throws {
    for text in ["device:/dev/tpmrm0", "swtpm:path=/run/socket"] {
      #expect(try TPMAddress(text).description == text)
    }
    #expect(try TPMAddress("device:/dev/tpmrm0") == .standard)
    for text in ["", "device:", "/dev/tpmrm0", "tabrmd:", "swtpm:host=localhost,port=2321"] {
      #expect(throws: TPMError(.malformedAddress, "")) { _ = try TPMAddress(text) }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Secrets
import SoftwareTPMs
import TPM
import Testing

@Suite("Sealed keys", .softwareTPM)
final class SealedKeyTests {
  private let key = SecretBytes.random(count: TPMDevice.keyByteCount)

  @Test("a key comes back as it was sealed, also by another connection and from its bytes")
  func roundTrip() throws {
    let tpm = SoftwareTPM()
    var device = try tpm.open()
    let sealed = try device.seal(key)
    #expect(try device.unseal(sealed).isEqual(to: key))
    device = try tpm.open()
    #expect(try device.unseal(SealedKey(decoding: sealed.encoded)).isEqual(to: key))
  }

  @Test("the same key is sealed differently each time, by a TPM of the same name")
  func fresh() throws {
    let tpm = SoftwareTPM()
    var device = try tpm.open()
    let (first, second) = try (device.seal(key), device.seal(key))
    #expect(first != second)
    #expect(first.primaryName == second.primaryName)
  }

  @Test("a restart of the TPM changes nothing")
  func restart() throws {
    let tpm = SoftwareTPM()
    var device = try tpm.open()
    let sealed = try device.seal(key)
    tpm.restart()
    var again = try tpm.open()
    #expect(try again.unseal(sealed).isEqual(to: key))
  }

  @Test("another TPM does not open it, and says that it is another")
  func anotherTPM() throws {
    let (tpm, twin) = (SoftwareTPM(), SoftwareTPM())
    var device = try tpm.open()
    let sealed = try device.seal(key)
    var other = try twin.open()
    let error = #expect(throws: TPMError.self) { _ = try other.unseal(sealed) }
    #expect(error?.code == .anotherTPM)
  }

  @Test("a TPM that was cleared is another")
  func cleared() throws {
    let tpm = SoftwareTPM()
    var sealed: SealedKey
    do {
      var device = try tpm.open()
      sealed = try device.seal(key)
    }
    try tpm.raw().clear()
    var device = try tpm.open()
    #expect(throws: TPMError(.anotherTPM, "")) { _ = try device.unseal(sealed) }
  }

  @Test("nothing is sealed for a TPM of another name than was expected")
  func expectedName() throws {
    let (tpm, twin) = (SoftwareTPM(), SoftwareTPM())
    var device = try tpm.open()
    var other = try twin.open()
    let name = try device.seal(key).primaryName
    #expect(try device.seal(key, expecting: name).primaryName == name)
    #expect(throws: TPMError(.anotherTPM, "")) { _ = try other.seal(key, expecting: name) }
    #expect(throws: TPMError(.anotherTPM, "")) { _ = try other.store(key, expecting: name) }
  }

  @Test("a key whose name was changed to that of the TPM does not open")
  func changedName() throws {
    let (tpm, twin) = (SoftwareTPM(), SoftwareTPM())
    var device = try tpm.open()
    var other = try twin.open()
    let (sealed, foreign) = try (device.seal(key), other.seal(key))
    var bytes = sealed.encoded
    bytes.replaceSubrange(12..<46, with: foreign.primaryName.bytes)
    let forged = try SealedKey(decoding: bytes)
    #expect(throws: TPMError(.damaged, "")) { _ = try other.unseal(forged) }
  }

  @Test("the templates are those that are written down: what was sealed by hand opens")
  func byHand() throws {
    let tpm = SoftwareTPM()
    let header: [UInt8]
    do {
      var device = try tpm.open()
      header = Array(try device.seal(key).encoded.prefix(46))
    }
    let areas = try tpm.raw().seal(key.withBytes { $0.array })
    let tooShort = try tpm.raw().seal([1, 2, 3])
    var device = try tpm.open()
    #expect(try device.unseal(SealedKey(decoding: header + areas)).isEqual(to: key))
    let error = #expect(throws: TPMError.self) {
      _ = try device.unseal(SealedKey(decoding: header + tooShort))
    }
    #expect(error?.code == .damaged)
    #expect(error?.reason.contains("not ours") == true)
  }

  @Test("no byte can be changed: every change is an error that names it")
  func tampering() throws {
    let tpm = SoftwareTPM()
    var device = try tpm.open()
    let bytes = try device.seal(key).encoded
    for offset in bytes.indices {
      var changed = bytes
      changed[offset] ^= 0x10
      let expected: TPMError.Code =
        switch offset {
        case 8..<10: .laterVersion
        case 14..<46: .anotherTPM
        default: .damaged
        }
      let error = #expect(throws: TPMError.self) {
        _ = try device.unseal(SealedKey(decoding: changed))
      }
      #expect(error?.code == expected, "byte \(offset): \(error?.reason ?? "")")
    }
    #expect(try device.unseal(SealedKey(decoding: bytes)).isEqual(to: key))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Cryptography
@testable import Secrets

@Suite("HKDF-SHA-256")
struct HKDFSHA256Tests {
  @Test("RFC 5869's pseudorandom keys are extracted", arguments: HKDFVector.all)
  func extract(vector: HKDFVector) {
    let key = HKDFSHA256.extract(
      salt: [UInt8](hex: vector.salt).rawBytes,
      inputKeyMaterial: [UInt8](hex: vector.inputKeyMaterial).rawBytes)
    let bytes = key.withBytes { $0.array }
    #expect(bytes == [UInt8](hex: vector.pseudorandomKey))
  }

  @Test("RFC 5869's output is expanded", arguments: HKDFVector.all)
  func expand(vector: HKDFVector) {
    let output = [UInt8](hex: vector.output)
    let key = SecretBytes(copying: [UInt8](hex: vector.pseudorandomKey).rawBytes)
    let expanded = HKDFSHA256.expand(
      key, info: [UInt8](hex: vector.info).rawBytes, count: output.count)
    let bytes = expanded.withBytes { $0.array }
    #expect(bytes == output)
  }

  @Test("RFC 5869's output is derived in one step", arguments: HKDFVector.all)
  func derive(vector: HKDFVector) {
    let output = [UInt8](hex: vector.output)
    let key = HKDFSHA256.deriveKey(
      from: [UInt8](hex: vector.inputKeyMaterial).rawBytes,
      salt: [UInt8](hex: vector.salt).rawBytes, info: [UInt8](hex: vector.info).rawBytes,
      count: output.count)
    let bytes = key.withBytes { $0.array }
    #expect(bytes == output)
  }

  @Test("shorter output is the start of longer output", arguments: [1, 31, 32, 33, 64, 65])
  func prefix(count: Int) {
    let key = SecretBytes(copying: [UInt8](hex: HKDFVector.all[0].pseudorandomKey).rawBytes)
    let long = HKDFSHA256.expand(key, label: "label", count: 100).withBytes { $0.array }
    let short = HKDFSHA256.expand(key, label: "label", count: count).withBytes { $0.array }
    #expect(short == Array(long.prefix(count)))
  }

  @Test("all 8160 bytes that the construction has are right")
  func longest() {
    // Digest of the output of pyca/cryptography's HKDFExpand.
    let key = SecretBytes(copying: [UInt8](hex: HKDFVector.all[0].pseudorandomKey).rawBytes)
    let output = HKDFSHA256.expand(key, label: "long", count: 8160)
    let digest = output.withBytes { SHA2.sha256($0) }
    #expect(
      digest == [UInt8](hex: "aaf53280e98a45c747b6e890fc66470323c2278625ddd28b652435bb53f280bd"))
  }

  @Test("empty key material and a long purpose are taken")
  func extremes() {
    // Both from pyca/cryptography.
    let empty = HKDFSHA256.deriveKey(
      from: RawSpan(), salt: Array("salt".utf8).rawBytes, info: Array("info".utf8).rawBytes,
      count: 32
    ).withBytes { $0.array }
    #expect(
      empty == [UInt8](hex: "7aac7b8120501c2c8e1ee50e6cde135361e99ceb9d8d406ac528b9e9175614c0"))
    let key = SecretBytes(copying: [UInt8](hex: HKDFVector.all[0].pseudorandomKey).rawBytes)
    let purpose = [UInt8](repeating: 0x61, count: 4000)
    let long = HKDFSHA256.expand(key, info: purpose.rawBytes, count: 32).withBytes { $0.array }
    #expect(
      long == [UInt8](hex: "f6d7c27c56bea93d9d4f1eb5b4c451cef4feff67f78e7877cecebd2e000078ab"))
  }

  @Test("no output and more than there is stop the process", arguments: [0, 8161])
  func limits(count: Int) async {
    await #expect(processExitsWith: .failure) { [count] in
      _ = HKDFSHA256.expand(SecretBytes(count: 32), label: "label", count: count)
    }
  }
}

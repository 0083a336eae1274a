// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Cryptography
@testable import Secrets

@Suite("XChaCha20-Poly1305")
struct XChaCha20Poly1305Tests {
  private static let context = Array("table 3, row 17".utf8)
  /// As long as two blocks of ChaCha20 and a bit.
  private static let plaintext = (0..<130).map { UInt8($0) }

  @Test("the draft's example seals and opens")
  func published() throws {
    // draft-irtf-cfrg-xchacha-03, appendix A.3.1.
    let plaintext = Array(
      """
      Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
      sunscreen would be it.
      """.utf8)
    let context = [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
    let nonce = [UInt8](0x40...0x57)
    let key = SecretBytes(copying: [UInt8](0x80...0x9f).rawBytes)
    let expected = [UInt8](
      hex: """
        bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb
        731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452
        2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9
        21f9664c97637da9768812f615c68b13b52e
        c0875924c1c7987947deafd8780acf49
        """)
    let box = XChaCha20Poly1305.seal(
      plaintext.rawBytes, key: key, authenticating: context.rawBytes, nonce: nonce)
    #expect(box == nonce + expected)
    let opened = try XChaCha20Poly1305.open(
      box.rawBytes, key: key, authenticating: context.rawBytes)
    let bytes = opened.withBytes { $0.array }
    #expect(bytes == plaintext)
  }

  @Test("what was sealed opens", arguments: [0, 1, 63, 64, 65, 4096, 100_000], [0, 1, 100])
  func roundTrip(count: Int, contextCount: Int) throws {
    let key = SecretBytes.random(count: 32)
    let (plaintext, context) = (RandomBytes.bytes(count), RandomBytes.bytes(contextCount))
    let box = XChaCha20Poly1305.seal(
      plaintext.rawBytes, key: key, authenticating: context.rawBytes)
    #expect(box.count == count + XChaCha20Poly1305.overhead)
    let opened = try XChaCha20Poly1305.open(
      box.rawBytes, key: key, authenticating: context.rawBytes)
    let bytes = opened.withBytes { $0.array }
    #expect(bytes == plaintext)
  }

  @Test("two boxes of the same text share neither nonce nor ciphertext")
  func freshNonce() {
    let key = SecretBytes(count: 32)
    let boxes = (0..<2).map { _ in seal(with: key) }
    #expect(boxes[0].prefix(24) != boxes[1].prefix(24))
    #expect(boxes[0].dropFirst(24) != boxes[1].dropFirst(24))
  }

  @Test("one flipped bit anywhere keeps a box shut", arguments: 0..<130 + 40)
  func flippedBit(offset: Int) {
    let key = SecretBytes.random(count: 32)
    let box = seal(with: key)
    for bit in 0..<8 {
      var changed = box
      changed[offset] ^= 1 << bit
      let failure = failure(opening: changed, with: key, context: Self.context)
      #expect(failure == .authenticationFailed)
    }
  }

  @Test("a box cut to any length stays shut", arguments: 0..<130 + 40)
  func truncated(count: Int) {
    let key = SecretBytes.random(count: 32)
    let box = seal(with: key)
    let start = failure(opening: Array(box.prefix(count)), with: key, context: Self.context)
    let end = failure(opening: Array(box.suffix(count)), with: key, context: Self.context)
    #expect(start == .authenticationFailed)
    #expect(end == .authenticationFailed)
  }

  @Test("a box with a byte more stays shut")
  func extended() {
    let key = SecretBytes.random(count: 32)
    let failure = failure(opening: seal(with: key) + [0], with: key, context: Self.context)
    #expect(failure == .authenticationFailed)
  }

  @Test("a key that differs in one bit opens nothing", arguments: 0..<256)
  func otherKey(bit: Int) {
    let key = SecretBytes.random(count: 32)
    var bytes = key.withBytes { $0.array }
    bytes[bit / 8] ^= 1 << (bit % 8)
    let failure = failure(
      opening: seal(with: key), with: SecretBytes(copying: bytes.rawBytes), context: Self.context)
    #expect(failure == .authenticationFailed)
  }

  @Test(
    "another context opens nothing",
    arguments: ["", "table 3, row 1", "table 3, row 18", "table 3, row 17 "])
  func otherContext(context: String) {
    let key = SecretBytes.random(count: 32)
    let failure = failure(opening: seal(with: key), with: key, context: Array(context.utf8))
    #expect(failure == .authenticationFailed)
  }

  private func seal(with key: borrowing SecretBytes) -> [UInt8] {
    XChaCha20Poly1305.seal(
      Self.plaintext.rawBytes, key: key, authenticating: Self.context.rawBytes)
  }

  /// Why `box` does not open, or nothing if it does.
  private func failure(
    opening box: [UInt8], with key: borrowing SecretBytes, context: [UInt8]
  ) -> CryptographyError.Code? {
    do throws(CryptographyError) {
      _ = try XChaCha20Poly1305.open(box.rawBytes, key: key, authenticating: context.rawBytes)
      return nil
    } catch {
      return error.code
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// Where an answer is put together, byte by byte, in memory that is locked and wiped.
struct AnswerBuffer: ~Copyable {
  private var bytes = SecretBytes(count: PassphraseQuestion.longestAnswer)
  private(set) var count = 0

  mutating func append(_ byte: UInt8) throws(PromptFailure) {
    guard count < bytes.count else { throw .tooLong }
    let offset = count
    bytes.withMutableBytes { $0.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
    count += 1
  }

  /// The answer, if it is one that can be given again anywhere.
  borrowing func answer() throws(PromptFailure) -> SecretBytes {
    let count = count
    let answer = bytes.withBytes { bytes -> SecretBytes? in
      let answer = bytes.extracting(..<count)
      return Self.isUTF8(answer) ? SecretBytes(copying: answer) : nil
    }
    guard let answer else { throw .notUTF8 }
    return answer
  }

  private static func isUTF8(_ bytes: RawSpan) -> Bool {
    do {
      _ = try UTF8Span(validating: Span<UInt8>(_bytes: bytes))
      return true
    } catch {
      return false
    }
  }
}

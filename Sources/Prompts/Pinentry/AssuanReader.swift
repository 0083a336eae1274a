// SPDX-License-Identifier: Apache-2.0

package import Secrets

/// Understands what a pinentry answers to a command, byte by byte.
///
/// Whatever the bytes are, it takes bounded memory and comes to an end or to an error; that it does
/// so in time is for whoever reads them.
package struct AssuanReader: ~Copyable {
  /// How the answer to a command ends.
  package enum Ending: Equatable, Sendable {
    case done
    /// With the code of libgpg-error: the upper byte says who, the lower 16 bits say what.
    case error(UInt32)
  }

  /// More status and comment lines than any pinentry sends for a command.
  private static let mostLines = 200

  private var line = SecretBytes(count: AssuanCoding.longestLine + 1)
  private var count = 0
  private var lines = 0
  private var data = AnswerBuffer()

  /// Whether the pinentry had the data given twice, as it was asked to.
  package private(set) var isRepeated = false

  package init() {}

  /// Takes the next byte; returns how the answer ends when it completes it.
  ///
  /// - Throws: ``PromptFailure`` with `programFailed` for what is not Assuan, and `tooLong`.
  package mutating func take(_ byte: UInt8) throws(PromptFailure) -> Ending? {
    guard byte == UInt8(ascii: "\n") else {
      guard count <= AssuanCoding.longestLine else { throw Self.foreign("a line without an end") }
      let offset = count
      line.withMutableBytes { $0.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
      count += 1
      return nil
    }
    // CR LF ends a line, too.
    if count > 0, self.byte(count - 1) == UInt8(ascii: "\r") { count -= 1 }
    guard count <= AssuanCoding.longestLine else { throw Self.foreign("a line without an end") }
    lines += 1
    guard lines <= Self.mostLines else { throw Self.foreign("no end of lines") }
    let ending = try understand()
    count = 0
    if ending != nil { lines = 0 }
    return ending
  }

  /// The data of the answer, which begins anew.
  package mutating func takeData() throws(PromptFailure) -> SecretBytes {
    defer {
      data = AnswerBuffer()
      isRepeated = false
    }
    return try data.answer()
  }

  private mutating func understand() throws(PromptFailure) -> Ending? {
    if begins(with: "#") { return nil }
    if isWord("OK") { return .done }
    if isWord("S") {
      if isWord("S PIN_REPEATED") { isRepeated = true }
      return nil
    }
    if isWord("D") {
      try decode()
      return nil
    }
    if isWord("ERR") { return .error(try errorCode()) }
    throw Self.foreign("a line that is no answer")
  }

  private func byte(_ offset: Int) -> UInt8 { line.withBytes { $0.byte(at: offset) } }

  private func begins(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length else { return false }
    return (0..<length).allSatisfy { unsafe byte($0) == text.utf8Start[$0] }
  }

  /// Whether the line is `word` alone, or goes on behind a space.
  private func isWord(_ word: StaticString) -> Bool {
    begins(with: word)
      && (count == word.utf8CodeUnitCount || byte(word.utf8CodeUnitCount) == UInt8(ascii: " "))
  }

  private mutating func decode() throws(PromptFailure) {
    var offset = 2
    while offset < count {
      let byte = byte(offset)
      guard byte == UInt8(ascii: "%") else {
        try data.append(byte)
        offset += 1
        continue
      }
      guard offset + 2 < count, let high = AssuanCoding.digit(self.byte(offset + 1)),
        let low = AssuanCoding.digit(self.byte(offset + 2))
      else { throw Self.foreign("an escape that is none") }
      try data.append(high << 4 | low)
      offset += 3
    }
  }

  private func errorCode() throws(PromptFailure) -> UInt32 {
    var code: UInt32 = 0
    var offset = 4
    while offset < count, byte(offset) != UInt8(ascii: " ") {
      let digit = byte(offset) &- UInt8(ascii: "0")
      let (product, isLarge) = code.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = product.addingReportingOverflow(UInt32(digit))
      guard digit < 10, !isLarge, !isLarger else { throw Self.foreign("an error without a number") }
      code = sum
      offset += 1
    }
    guard offset > 4 else { throw Self.foreign("an error without a number") }
    return code
  }

  private static func foreign(_ what: String) -> PromptFailure {
    PromptFailure(.programFailed, "the pinentry does not speak Assuan: it sent \(what)")
  }
}

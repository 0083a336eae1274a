// SPDX-License-Identifier: Apache-2.0

import Prompts
import Secrets
import Testing

@Suite("Assuan")
struct AssuanTests {
  private func read(_ bytes: [UInt8]) throws(PromptFailure) -> (AssuanReader.Ending?, [UInt8]) {
    var reader = AssuanReader()
    for byte in bytes {
      guard let ending = try reader.take(byte) else { continue }
      let data = try reader.takeData()
      return (ending, data.withBytes { $0.array })
    }
    return (nil, [])
  }

  @Test("every beginning of an answer is no answer yet, and the whole one is")
  func truncation() throws {
    let bytes = Array("S a b\n# c\nD se%63%72\nD et\nOK done\n".utf8)
    for count in 0..<bytes.count {
      #expect(try read(Array(bytes[..<count])).0 == nil)
    }
    let (ending, data) = try read(bytes)
    #expect(ending == .done)
    #expect(data == Array("secret".utf8))
  }

  @Test(
    "lines of 1000 bytes are read, and longer ones are not", arguments: [(998, true), (999, false)])
  func longestLine(_ count: Int, _ isRead: Bool) throws {
    for end in ["\n", "\r\n"] {
      let bytes = Array(("D " + String(repeating: "x", count: count) + end + "OK\n").utf8)
      if isRead {
        #expect(try read(bytes).1.count == count)
      } else {
        #expect(throws: PromptFailure(.programFailed, "")) { try read(bytes) }
      }
    }
  }

  @Test(
    "what is no answer is an error",
    arguments: [
      "\n", "OKAY\n", "ok\n", "D%\n", "D %\n", "D %4\n", "D %4g\n", "ERR \n", "ERR x\n", "ERR -1\n",
      "ERR 4294967296\n", "END\n", "Sx\n", " OK\n",
    ])
  func foreign(_ text: String) {
    #expect(throws: PromptFailure(.programFailed, "")) { try read(Array(text.utf8)) }
  }

  @Test("an error has its number")
  func errorNumber() throws {
    #expect(try read(Array("ERR 83886179 cancelled\n".utf8)).0 == .error(83_886_179))
    #expect(try read(Array("ERR 4294967295\n".utf8)).0 == .error(.max))
  }

  @Test("an argument survives being escaped, whatever it holds")
  func escaping() throws {
    let text = "100 %\r\n%0A 🗝\u{1}"
    let line = AssuanCoding.line("D", text)
    #expect(line.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(try read(Array((line + "OK\n").utf8)).1 == Array(text.utf8))
  }

  @Test("an argument is cut between two characters")
  func cutting() {
    for count in 990...1010 {
      let line = AssuanCoding.line("SETDESC", String(repeating: "a", count: count - 8) + "🗝%")
      #expect(line.utf8.count <= 1001)
      #expect(line.hasSuffix("a\n") || line.hasSuffix("🗝\n") || line.hasSuffix("🗝%25\n"))
    }
  }

  @Test("each answer begins with nothing of the one before")
  func separation() throws {
    var reader = AssuanReader()
    for byte in "S PIN_REPEATED\nD one\nOK\n".utf8 { _ = try reader.take(byte) }
    var isRepeated = reader.isRepeated
    #expect(isRepeated)
    var count = try reader.takeData().count
    #expect(count == 3)
    for byte in "OK\n".utf8 { _ = try reader.take(byte) }
    isRepeated = reader.isRepeated
    #expect(!isRepeated)
    count = try reader.takeData().count
    #expect(count == 0)
  }
}

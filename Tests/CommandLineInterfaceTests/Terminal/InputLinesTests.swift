// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Glibc
import KeychainRequests
import ProcessMemory
import Secrets
import Testing

@Suite("Standard input and output")
struct InputLinesTests {
  /// A pipe, with what was written to it.
  private final class Pipe {
    let reading: CInt
    private(set) var writing: CInt

    init() {
      var ends: [CInt] = [0, 0]
      precondition(unsafe pipe(&ends) == 0, "no pipe: errno \(errno)")
      (reading, writing) = (ends[0], ends[1])
    }

    func end() {
      close(writing)
      writing = -1
    }

    deinit {
      close(reading)
      if writing >= 0 { close(writing) }
    }

    func write(_ bytes: RawSpan) {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(writing, $0.baseAddress, $0.count)
      }
      precondition(count == bytes.byteCount, "cannot write to the pipe")
    }
  }

  private func lines(of text: String) throws -> [String?] {
    let pipe = Pipe()
    pipe.write(Array(text.utf8).rawBytes)
    pipe.end()
    let input = InputLines(descriptor: pipe.reading)
    var lines: [String?] = []
    while let line = try input.next() { lines.append(Word(line).text) }
    return lines
  }

  @Test(
    "has lines, the last of which needs no end",
    arguments: [
      ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
      ("\r\n", ["\r"]),
      (String(repeating: "x", count: 5000) + "\ny\n", [String(repeating: "x", count: 5000), "y"]),
    ])
  func lines(_ text: String, _ lines: [String]) throws {
    #expect(try self.lines(of: text) == lines)
  }

  @Test(
    "leave nothing of a secret in memory that passed through them",
    .disabled(if: Sanitizer.isActive))
  func wiped() throws {
    // Hexadecimal digits, so that they are one word and one line.
    let needle = SecretBytes(count: 32) { (bytes: inout MutableRawSpan) in
      for (offset, byte) in RandomBytes.bytes(32).enumerated() {
        bytes.storeBytes(of: 0x61 + byte & 15, toByteOffset: offset, as: UInt8.self)
      }
    }
    // Once for what the first use of everything leaves behind.
    for isRehearsal in [true, false] {
      let (source, target) = (Pipe(), Pipe())
      source.write(Array("-w ".utf8).rawBytes)
      needle.withBytes { source.write($0) }
      source.write(Array(" operand\nfollowing".utf8).rawBytes)
      let input = InputLines(descriptor: source.reading)
      let output = Output(descriptor: target.writing)
      do {
        let line = try #require(try input.next())
        let arguments = try Arguments(
          LineSplitting.words(of: line), options: [Option("w", .required, isSecret: true)])
        #expect(arguments.operands.map(\.text) == ["operand"])
        line.bytes.withBytes { ByteDump.write($0, to: output) }
        try output.flush()
      }
      // The stream and its buffers are still there.
      let count = withExtendedLifetime((input, output)) { MemoryScan.occurrences(of: needle) }
      if !isRehearsal { #expect(count == 1) }
    }
  }
}

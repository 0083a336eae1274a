// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import Prompts
import Secrets

/// Reads `bytes` as the answers to one command after the other; returns the data of those that end
/// well.
func answers(_ bytes: [UInt8]) -> [[UInt8]] {
  var reader = AssuanReader()
  var answers: [[UInt8]] = []
  do throws(PromptFailure) {
    for byte in bytes {
      guard let ending = try reader.take(byte) else { continue }
      let data = try reader.takeData()
      if ending == .done { answers.append(data.withBytes { $0.array }) }
    }
  } catch {
    let isExpected = [.programFailed, .tooLong, .notUTF8].contains(error.code)
    precondition(isExpected, "an error of another kind")
  }
  return answers
}

// Anything that a pinentry may send. Input: its bytes.
fuzz { bytes in
  for answer in answers(bytes) {
    precondition(answer.count <= PassphraseQuestion.longestAnswer, "an answer that is too long")
    let text = String(validating: answer, as: UTF8.self)
    precondition(text != nil, "an answer that is not UTF-8")
    // What we would send ourselves comes back, up to the length of a line.
    let line = AssuanCoding.line("D", text)
    let isLine = line.utf8.last == 0x0A && line.utf8.dropLast().allSatisfy { $0 != 0x0A }
    precondition(isLine, "not one line")
    guard let echo = answers(Array((line + "OK\n").utf8)).first else {
      preconditionFailure("our own line is not understood")
    }
    precondition(answer.starts(with: echo), "another text comes back")
    precondition(line.utf8.count > 990 || echo == answer, "a short text is cut")
  }
}

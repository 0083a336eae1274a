// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Tells what happens, and stops the demonstration where it is not what was expected.
struct Narration {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func say(_ sentence: String) { FileHandle.standardOutput.write(Data((sentence + "\n").utf8)) }

  func step(_ number: Int, _ sentence: String) { say("\(number). \(sentence)") }

  func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) throws {
    if !holds { throw Failure(description: "this should not have happened: \(sentence())") }
  }
}

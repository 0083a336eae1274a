// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import KeychainEngine
import KeychainRequests

/// Another process, which changes the same item of a keychain whenever it is told to, or every
/// other millisecond.
final class ForeignWriter {
  /// The argument by which this program knows that it is the other process.
  static let command = "foreign-writer"

  private static let steadily = "steadily"

  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()

  /// Starts it; where it commits steadily it has begun when this returns, and it ends with this
  /// object.
  init(_ folder: String, steadily: Bool = false) throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [Self.command, folder] + (steadily ? [Self.steadily] : [])
    process.standardInput = orders
    process.standardOutput = answers
    try process.run()
    if steadily { awaitAnswer() }
  }

  /// Has it commit, and waits until it has.
  func commit() {
    orders.fileHandleForWriting.write(Data("\n".utf8))
    awaitAnswer()
  }

  private func awaitAnswer() {
    let answer = answers.fileHandleForReading.readData(ofLength: 1)
    precondition(!answer.isEmpty, "the other process has gone")
  }

  deinit {
    try? orders.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// What the other process does.
  static func run(_ arguments: [String]) throws {
    let engine = KeychainEngine(location: .folder(arguments[0]))
    let item: Request.Dictionary = [
      Request.Entry(.name(RequestKeys.itemClass), .text(ItemClass.genericPassword.rawValue)),
      Request.Entry(.service, .text("another process")),
    ]
    _ = engine.execute(Request(.add, item), for: FilledKeychain.caller)
    var number: Int64 = 0
    func commit() {
      number += 1
      let changes = [Request.Entry(.comment, .text("\(number)"))]
      let response = engine.execute(
        Request(.update, item, changes: changes), for: FilledKeychain.caller)
      precondition(response.status.isSuccess, response.reason ?? "")
    }
    func answer() { FileHandle.standardOutput.write(Data("\n".utf8)) }
    if arguments.last == steadily {
      commit()
      answer()
      // Until the process that started it closes the pipe.
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&input, 1, 2) == 0 { commit() }
      return
    }
    while readLine() != nil {
      commit()
      answer()
    }
  }
}

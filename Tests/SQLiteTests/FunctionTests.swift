// SPDX-License-Identifier: Apache-2.0

import SQLite
import Testing

@Suite struct Functions {
  private static func echo(_ arguments: borrowing FunctionArguments) -> FunctionResult {
    switch arguments.storageClass(at: 0) {
    case .null: .null
    case .integer, .real: .integer(arguments.integer(at: 0) + 1)
    case .text, .bytes:
      .text(
        arguments.withBytes(at: 0) { bytes in
          var reversed: [UInt8] = []
          for index in bytes.indices.reversed() { reversed.append(bytes[index]) }
          return reversed
        })
    }
  }

  static let calls = [
    ("echo(NULL)", "NULL"), ("echo(3)", "4"), ("echo(2.5)", "3"), ("echo('abc')", "'cba'"),
    ("echo('')", "''"), ("echo(x'4142')", "'BA'"), ("echo(echo('abc'))", "'abc'"),
  ]

  @Test("a function gets its arguments and gives its result", arguments: calls)
  func call(sql: String, result: String) throws {
    let connection = try Connection.inMemory()
    try connection.register("echo", argumentCount: 1, Self.echo)
    let statement = try connection.prepare("SELECT quote(\(sql))")
    #expect(try statement.step())
    #expect(statement.text(at: 0) == result)
  }

  @Test("a function is let go with its connection")
  func release() throws {
    final class Owner {}
    weak var owner: Owner?
    try {
      let strong = Owner()
      owner = strong
      let connection = try Connection.inMemory()
      try connection.register("f", argumentCount: 0) { _ in
        withExtendedLifetime(strong) { .integer(1) }
      }
      #expect(try connection.number("SELECT f()") == 1)
    }()
    #expect(owner == nil)
  }

  @Test("a name that is too long is refused")
  func refuse() throws {
    let connection = try Connection.inMemory()
    #expect(throws: SQLiteError.self) {
      try connection.register(String(repeating: "f", count: 300), argumentCount: 0) { _ in .null }
    }
  }
}

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

  @Test("rows that were gathered are let go when a statement ends early")
  func abandon() throws {
    final class Count: RowGathering {
      nonisolated(unsafe) static var alive = 0
      init() { unsafe Self.alive += 1 }
      deinit { unsafe Self.alive -= 1 }
      func add(_ arguments: borrowing FunctionArguments) {}
      var result: FunctionResult { .null }
    }
    let connection = try Connection.inMemory()
    try connection.register(aggregate: "gather", argumentCount: 1) { Count() }
    // Fails in its third row.
    #expect(throws: SQLiteError.self) {
      try connection.number(
        "SELECT gather(abs(v)) FROM (SELECT 1 AS v UNION ALL SELECT 2 UNION ALL "
          + "SELECT -9223372036854775808)")
    }
    #expect(unsafe Count.alive == 0)
  }

  @Test("a name that is too long is refused")
  func refuse() throws {
    let connection = try Connection.inMemory()
    #expect(throws: SQLiteError.self) {
      try connection.register(String(repeating: "f", count: 300), argumentCount: 0) { _ in .null }
    }
  }

  /// The longest text of a group.
  private final class Longest: RowGathering {
    private var text: [UInt8] = []
    private var rows: Int64 = 0
    func add(_ arguments: borrowing FunctionArguments) {
      rows += 1
      if arguments.storageClass(at: 0) != .text { return }
      let own = arguments.withBytes(at: 0) { bytes in bytes.indices.map { bytes[$0] } }
      if own.count > text.count { text = own }
    }
    var result: FunctionResult { rows == 0 ? .integer(-1) : .bytes(text) }
  }

  static let groups = [
    ("SELECT longest(t) FROM words", ["x'646464'"]),
    ("SELECT longest(t) FROM words WHERE n > 5", ["-1"]),
    ("SELECT longest(NULL) FROM words", ["x''"]),
    ("SELECT longest(t) FROM words GROUP BY n ORDER BY n", ["x'6262'", "x'646464'"]),
    ("SELECT (SELECT longest(t) FROM words WHERE n = w.n) FROM words w WHERE t = 'a'", ["x'6262'"]),
  ]

  @Test("a function of many rows gets those of each group", arguments: groups)
  func gather(sql: String, results: [String]) throws {
    let connection = try Connection.inMemory()
    try connection.register(aggregate: "longest", argumentCount: 1) { Longest() }
    try connection.execute(
      "CREATE TABLE words(n, t); INSERT INTO words VALUES (1, 'a'), (1, 'bb'), (2, 'c'), (2, 'ddd')"
    )
    let statement = try connection.prepare("WITH g(r) AS (\(sql)) SELECT lower(quote(r)) FROM g")
    var found: [String] = []
    while try statement.step() { found.append(statement.text(at: 0)) }
    #expect(found == results)
  }
}

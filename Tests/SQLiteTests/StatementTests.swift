// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SQLite

@Suite("Statement")
struct StatementTests {
  @Test("every kind of value comes back as it was bound")
  func roundTrip() throws {
    let connection = try Connection.inMemory()
    let select = try connection.prepare("SELECT ?1 AS a, ?2, ?3, ?4, ?5, ?6, ?7")
    try select.bind(Int64.min, at: 1)
    try select.bind(0.5, at: 2)
    try select.bind("Grüße\0🗝", at: 3)
    try select.bind([0, 1, 255], at: 4)
    try select.bindNull(at: 5)
    try select.bind("", at: 6)
    try select.bind([UInt8](), at: 7)
    #expect(try select.step())
    #expect(select.columnCount == 7)
    #expect(select.columnName(at: 0) == "a")
    #expect(select.integer(at: 0) == .min)
    #expect(select.double(at: 1) == 0.5)
    #expect(select.text(at: 2) == "Grüße\0🗝")
    #expect(select.bytes(at: 3) == [0, 1, 255])
    #expect(select.withBytes(at: 3) { $0.byteCount } == 3)
    #expect(select.isNull(at: 4))
    #expect(!select.isNull(at: 5) && select.text(at: 5).isEmpty)
    #expect(!select.isNull(at: 6) && select.bytes(at: 6).isEmpty)
    #expect(try !select.step())
  }

  @Test("the same text is prepared once and handed out reset, without its bindings")
  func cache() throws {
    let connection = try Connection.inMemory()
    let first = try connection.prepare("SELECT ?1")
    try first.bind(7, at: 1)
    #expect(try first.step())
    let second = try connection.prepare("SELECT ?1")
    #expect(first === second)
    #expect(try second.step())
    #expect(second.isNull(at: 0))
  }

  @Test("the cache stays bounded and keeps what is in use")
  func bound() throws {
    let connection = try Connection.inMemory()
    let held = try connection.prepare("SELECT 'held'")
    for i in 0..<(3 * StatementCache.limit) { _ = try connection.prepare("SELECT \(i)") }
    #expect(connection.statements.count <= StatementCache.limit)
    #expect(try held.step())
    #expect(held.text(at: 0) == "held")
    #expect(try connection.prepare("SELECT 'held'") === held)
  }

  @Test(
    "text that is not one statement is refused",
    arguments: ["", "  ", "-- nothing", "SELECT 1; SELECT 2"])
  func notOne(sql: String) throws {
    let connection = try Connection.inMemory()
    let error = #expect(throws: SQLiteError.self) { try connection.prepare(sql) }
    #expect(error?.code == .misuse)
  }

  @Test("a closing semicolon is not a second statement")
  func semicolon() throws {
    _ = try Connection.inMemory().prepare("SELECT 1 ;\n ")
  }

  @Test("a parameter that does not exist is out of range", arguments: [0, 2, Int.max])
  func range(index: Int) throws {
    let statement = try Connection.inMemory().prepare("SELECT ?")
    let error = #expect(throws: SQLiteError.self) { try statement.bind(1, at: index) }
    #expect(error?.code == .range || error?.code == .misuse)
  }
}

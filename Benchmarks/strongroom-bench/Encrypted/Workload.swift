// SPDX-License-Identifier: Apache-2.0

import SQLite

/// What is done with a database, the same for every kind: a table of rows of about 165 bytes, and
/// one that is joined to it.
struct Workload {
  /// In the order in which they are done.
  enum Step: String, CaseIterable {
    case bulk = "bulk insert, one transaction"
    case scan = "scan"
    case lookups = "random look-ups"
    case mixed = "mixed: joins, sorting, updates, inserts on skewed keys"
  }

  private let connection: Connection
  private let rowCount: Int
  private var random: SplitMix

  init(_ connection: Connection, rowCount: Int, seed: UInt64) {
    self.connection = connection
    self.rowCount = rowCount
    random = SplitMix(state: seed)
  }

  mutating func run(_ step: Step) throws {
    switch step {
    case .bulk: try insertAll()
    case .scan: try scan()
    case .lookups: try lookUp(rowCount / 3)
    case .mixed: try mix(rowCount / 10)
    }
  }

  private mutating func insertAll() throws {
    try connection.execute(
      """
      CREATE TABLE groups(id INTEGER PRIMARY KEY, name TEXT, rank INTEGER);
      CREATE TABLE entries(id INTEGER PRIMARY KEY, parent INTEGER, name TEXT, text TEXT, score REAL);
      CREATE INDEX entries_parent ON entries(parent);
      """)
    try connection.transaction {
      let group = try connection.prepare("INSERT INTO groups VALUES(?, ?, ?)")
      for id in 0..<groupCount {
        try group.bind(id, at: 1)
        try group.bind("group \(id)", at: 2)
        try group.bind(random.number(below: 1000), at: 3)
        try group.run()
      }
      for id in 0..<rowCount { try insert(id) }
    }
  }

  private var groupCount: Int { max(10, rowCount / 50) }

  private mutating func insert(_ id: Int) throws {
    let statement = try connection.prepare("INSERT INTO entries VALUES(?, ?, ?, ?, ?)")
    try statement.bind(id, at: 1)
    // Rows of one group come at about the same time, as messages of a conversation do.
    try statement.bind(min(id / 50 + random.number(below: 20), groupCount - 1), at: 2)
    try statement.bind("entry \(id)", at: 3)
    try statement.bind(random.hex(128), at: 4)
    try statement.bind(Double(random.number(below: 1_000_000)), at: 5)
    try statement.run()
  }

  private func scan() throws {
    let statement = try connection.prepare("SELECT count(*), sum(length(text)) FROM entries")
    _ = try statement.step()
    precondition(statement.integer(at: 0) == rowCount)
    statement.reset()
  }

  private mutating func lookUp(_ count: Int) throws {
    let statement = try connection.prepare("SELECT text FROM entries WHERE id = ?")
    for _ in 0..<count {
      try statement.bind(random.number(below: rowCount), at: 1)
      let isThere = try statement.step()
      precondition(isThere)
      statement.reset()
    }
  }

  /// Nine of ten operations meet the same thirtieth of the rows, as in an app that shows what is
  /// recent; every hundred are one transaction.
  private mutating func mix(_ count: Int) throws {
    let join = try connection.prepare(
      """
      SELECT entries.name, groups.name FROM entries JOIN groups ON groups.id = entries.parent
        WHERE entries.parent = ? ORDER BY entries.score DESC LIMIT 20
      """)
    let find = try connection.prepare("SELECT text FROM entries WHERE id = ?")
    let update = try connection.prepare("UPDATE entries SET text = ?, score = ? WHERE id = ?")
    for start in stride(from: 0, to: count, by: 100) {
      try connection.transaction {
        for number in start..<min(start + 100, count) {
          switch random.number(below: 10) {
          case 0:
            try insert(rowCount + number)
          case 1, 2:
            try update.bind(random.hex(128), at: 1)
            try update.bind(Double(random.number(below: 1_000_000)), at: 2)
            try update.bind(skewed(rowCount), at: 3)
            try update.run()
          case 3, 4, 5:
            try join.bind(skewed(groupCount), at: 1)
            while try join.step() {}
            join.reset()
          default:
            try find.bind(skewed(rowCount), at: 1)
            let isThere = try find.step()
            precondition(isThere)
            find.reset()
          }
        }
      }
    }
  }

  private mutating func skewed(_ bound: Int) -> Int {
    random.number(below: random.number(below: 10) == 0 ? bound : max(1, bound / 30))
  }
}

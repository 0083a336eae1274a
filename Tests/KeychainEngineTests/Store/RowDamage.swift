// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import SQLite

/// A way to spoil a row, as somebody could who has the database's key, and what is to come of it.
struct RowDamage: Sendable {
  enum Change: Sendable {
    case bytes(@Sendable ([UInt8]) -> [UInt8])
    /// An expression of SQL; `$table` and `$other` stand for the row's table and another one.
    case value(String)
  }

  let what: String
  var changes: [(column: String, change: Change)]
  /// The parts that do not open then.
  let parts: [RowPart]
  /// Whether searches in the groups A and B come upon it.
  var isSearched = true
  var isSetAside = false

  init(
    _ what: String, _ column: String, _ change: Change, _ parts: [RowPart], isSearched: Bool = true
  ) {
    self.what = what
    changes = [(column, change)]
    self.parts = parts
    self.isSearched = isSearched
  }

  /// Whether the token stays by which a new item of the same name collides with the row.
  var keepsToken: Bool { !changes.contains { $0.column == "uniq" } }

  /// Spoils row 1 of the class's table.
  func apply(to itemClass: ItemClass, _ database: Connection) throws {
    let table = itemClass.rawValue
    let other = itemClass == .key ? "genp" : "keys"
    for (column, change) in changes {
      switch change {
      case .bytes(let change):
        let read = try database.prepare("SELECT \(column) FROM \(table) WHERE rowid = 1")
        guard try read.step() else { continue }
        let bytes = read.bytes(at: 0)
        read.reset()
        let write = try database.prepare("UPDATE \(table) SET \(column) = ? WHERE rowid = 1")
        try write.bind(change(bytes), at: 1)
        try write.run()
      case .value(let sql):
        let value = sql.split(separator: "$table", omittingEmptySubsequences: false)
          .joined(separator: table)
          .split(separator: "$other", omittingEmptySubsequences: false).joined(separator: other)
        try database.execute("UPDATE \(table) SET \(column) = \(value) WHERE rowid = 1")
      }
    }
  }
}

/// Everything that can become of a row's columns.
enum DamageTable: String, CaseIterable, Sendable {
  case keys, attributes, secret, mixed, clear

  func damages(of itemClass: ItemClass) -> [RowDamage] {
    switch self {
    case .keys: Self.blob("keys", [.keysOrPlace])
    case .attributes: Self.blob("meta", [.attributes])
    case .secret:
      Self.blob("data", [.secret]) + [
        RowDamage("taken away", "data", .value("NULL"), [.keysOrPlace])
      ]
    case .mixed: Self.mixtures
    case .clear: Self.clear(itemClass)
    }
  }

  private static func blob(_ column: String, _ parts: [RowPart]) -> [RowDamage] {
    // 24 bytes of nonce, the text, 16 bytes of tag.
    let places: [(String, @Sendable (Int) -> Int)] = [
      ("the nonce's first byte", { _ in 0 }), ("the nonce's last byte", { _ in 23 }),
      ("the text's first byte", { _ in 24 }), ("the text's middle", { (24 + $0 - 16) / 2 }),
      ("the text's last byte", { $0 - 17 }), ("the tag's first byte", { $0 - 16 }),
      ("the tag's last byte", { $0 - 1 }),
    ]
    let flips = places.flatMap { name, place in
      [UInt8(1), 0x80].map { bit in
        RowDamage(
          "\(column): \(name) ^ \(bit)", column,
          .bytes { bytes in
            var bytes = bytes
            bytes[place(bytes.count)] ^= bit
            return bytes
          }, parts)
      }
    }
    let cuts: [(String, @Sendable ([UInt8]) -> [UInt8])] = [
      ("emptied", { _ in [] }), ("cut to a byte", { Array($0[..<1]) }),
      ("cut within the nonce", { Array($0[..<23]) }), ("cut to the nonce", { Array($0[..<24]) }),
      ("cut to nonce and tag's length", { Array($0[..<40]) }),
      ("cut to half", { Array($0[..<($0.count / 2)]) }),
      ("without its tag", { $0.dropLast(16) }), ("one byte short", { $0.dropLast() }),
      ("without its first byte", { Array($0.dropFirst()) }),
      ("a byte longer", { $0 + [0] }), ("a block longer", { $0 + Array(repeating: 0, count: 32) }),
      ("with a byte in front", { [0] + $0 }), ("twice", { $0 + $0 }),
      ("all zeros", { Array(repeating: 0, count: $0.count) }),
    ]
    let others: [(String, String)] = [
      ("of another row of its group", "(SELECT \(column) FROM $table WHERE rowid = 2)"),
      ("of a row of another group", "(SELECT \(column) FROM $table WHERE rowid = 3)"),
      ("of another class", "(SELECT \(column) FROM $other WHERE rowid = 1)"),
      ("another part of the row", column == "keys" ? "meta" : "keys"),
      ("another part of another row", column == "data" ? "meta" : "data"),
    ]
    // Keys of an older write open, and nothing opens with them.
    let older = RowDamage(
      "\(column): of an older write", column, .value("(SELECT \(column) FROM older)"),
      column == "keys" ? [.attributes, .secret] : parts)
    return flips + [older] + cuts.map { RowDamage("\(column): \($0)", column, .bytes($1), parts) }
      + others.map { RowDamage("\(column): \($0)", column, .value($1), parts) }
  }

  /// Two parts of one write, the third of another, and all three of another row.
  private static var mixtures: [RowDamage] {
    let pairs: [([String], [RowPart])] = [
      (["keys", "meta"], [.secret]), (["keys", "data"], [.attributes]),
      (["meta", "data"], [.attributes, .secret]),
    ]
    let older = pairs.map { columns, parts in
      combined("\(columns) of an older write", columns.map { ($0, "older") }, parts)
    }
    let all = ["keys", "meta", "data"]
    return older + [
      combined("all of another row", all.map { ($0, "$table WHERE rowid = 2") }, [.keysOrPlace]),
      combined(
        "all of a row of another group", all.map { ($0, "$table WHERE rowid = 3") }, [.keysOrPlace]),
      combined(
        "all of a row of another class", all.map { ($0, "$other WHERE rowid = 1") }, [.keysOrPlace]),
    ]
  }

  private static func combined(
    _ what: String, _ sources: [(column: String, source: String)], _ parts: [RowPart]
  ) -> RowDamage {
    var damage = RowDamage(what, "keys", .value("keys"), parts)
    damage.changes = sources.map { ($0.column, .value("(SELECT \($0.column) FROM \($0.source))")) }
    return damage
  }

  private static func clear(_ itemClass: ItemClass) -> [RowDamage] {
    func set(
      _ column: String, _ value: String, _ parts: [RowPart] = [.keysOrPlace],
      isSearched: Bool = true
    ) -> RowDamage {
      RowDamage("\(column) = \(value)", column, .value(value), parts, isSearched: isSearched)
    }
    var damages = [
      set("pref", "randomblob(16)"), set("pref", "x'01'", [.reference]),
      set("pref", "CAST(pref || x'00' AS BLOB)", [.reference]), set("pref", "x''", [.reference]),
      set("pdmn", "CASE pdmn WHEN 8 THEN 6 ELSE 8 END"),
      set("pdmn", "12", [.classKey]), set("pdmn", "0", [.classKey]),
      set("pdmn", "99", [.classKey]), set("pdmn", "-1", [.classKey]),
      // What a byte would take for the number that was there.
      set("pdmn", "pdmn + 256", [.classKey]), set("ckgn", "ckgn + (1 << 32)", [.classKey]),
      set("ckgn", "2", [.classKey]), set("ckgn", "0", [.classKey]),
      set("agrp", "'B'"), set("agrp", "'X'", isSearched: false),
      set("agrp", "''", isSearched: false), set("agrp", "'a'", isSearched: false),
      set("uniq", "randomblob(16)"), set("uniq", "NULL"), set("uniq", "x''"),
      set("uniq", "substr(uniq, 1, 15)"),
    ]
    for key in itemClass.indexedAttributes.map(\.key.description) {
      // Where the item has no such attribute there is a token now, elsewhere another one.
      damages.append(set(key, "randomblob(16)"))
      if key != "alis" { damages += [set(key, "NULL"), set(key, "x''")] }
    }
    var aside = set("uniq", "NULL", isSearched: false)
    aside.changes.append(("quar", .value("randomblob(16)")))
    aside.isSetAside = true
    return damages + [aside]
  }
}

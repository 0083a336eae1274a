// SPDX-License-Identifier: Apache-2.0

/// What was saved out of a damaged database, and what was not.
public struct SalvageReport: Sendable {
  /// A table of the original.
  public struct Table: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// How many of its rows are in the new file.
    public internal(set) var savedRowCount = 0
    /// Rows that were read but would break a constraint, such as a second one of the same key.
    public internal(set) var refusedRowCount = 0
    /// Where rows may be missing.
    public internal(set) var gaps: [Gap] = []
  }

  /// Rows that may be missing from a table: those that were on a page that is bad.
  public struct Gap: Sendable, Equatable {
    /// The bad page that left the gap.
    public let page: UInt32
    /// The row ids of the gap are greater than this one; nil where nothing is before it, and in
    /// tables without row ids.
    public let after: Int64?
    /// The row ids of the gap are at most this one; nil where nothing is behind it, and in tables
    /// without row ids.
    public let through: Int64?
  }

  /// A page that could not be read.
  public struct LostPage: Sendable, Equatable {
    /// The number of the page, counting from 1.
    public let number: UInt32
    /// Where it starts in the file.
    public let offset: Int64
    /// The table or index that it belongs to, as far as known.
    public let owner: String?
    /// Whether it was known to be free, so that nothing is lost with it.
    public let isFree: Bool
  }

  /// Something of the schema that the new file does not have.
  public struct NotMade: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// SQLite's words.
    public let reason: String
  }

  /// The tables whose definition could be read.
  public internal(set) var tables: [Table] = []
  /// The pages that could not be read.
  public internal(set) var lostPages: [LostPage] = []
  /// The table of the new file with the rows of which nobody knows where they belong; nil when
  /// there are none.
  public internal(set) var lostAndFoundTable: String?
  /// How many rows are in it.
  public internal(set) var lostAndFoundRowCount = 0
  /// Indexes, triggers, views and tables that could not be made anew.
  public internal(set) var notMade: [NotMade] = []
  /// Whether all definitions could be read; else the rows of some tables are in
  /// ``lostAndFoundTable``.
  public internal(set) var isSchemaWhole = true
  /// Whether the journal of a transaction that did not end lay beside the file: what that
  /// transaction changed was taken back, as far as the journal could be read.
  public internal(set) var hadJournal = false

  init() {}

  /// Whether nothing is missing.
  public var isComplete: Bool {
    isSchemaWhole && notMade.isEmpty && lostAndFoundRowCount == 0
      && lostPages.allSatisfy { $0.isFree }
      && tables.allSatisfy { $0.gaps.isEmpty && $0.refusedRowCount == 0 }
  }

  /// How many rows of tables are in the new file.
  public var savedRowCount: Int { tables.reduce(0) { $0 + $1.savedRowCount } }
}

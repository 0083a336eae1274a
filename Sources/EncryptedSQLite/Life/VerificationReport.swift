// SPDX-License-Identifier: Apache-2.0

/// What a look at every page of a database has found.
public struct VerificationReport: Sendable {
  /// A page whose bytes are not those that were written.
  public struct BadPage: Sendable, Equatable {
    /// The number of the page, counting from 1.
    public let number: UInt32
    /// Where it starts in the file.
    public let offset: Int64
    /// Whether the log has a newer version that is whole: nothing is lost then, and the next
    /// checkpoint writes it over the bad one.
    public let isInLog: Bool
  }

  /// A damaged frame of the log with a transaction behind it, which recovery would drop.
  public struct BadFrame: Sendable, Equatable {
    /// The number of the frame, counting from 1.
    public let number: Int
    /// The page that it says it holds.
    public let page: UInt32
    /// Where it starts in the log.
    public let offset: Int64
  }

  /// What was found in the write-ahead log.
  public struct Log: Sendable, Equatable {
    /// How many frames of whole transactions there are.
    public let frameCount: Int
    /// Damaged frames with a transaction behind them.
    public let badFrames: [BadFrame]
    /// Whether the log's header is damaged, so that SQLite drops all of the log.
    public let isHeaderDamaged: Bool
  }

  /// How many pages were checked.
  public let pageCount: UInt32
  /// The size of a page.
  public let pageByteCount: Int
  /// The pages that are bad, in their order.
  public let badPages: [BadPage]
  /// How many pages the file should have and has not, in its end or in the log.
  public let missingPageCount: UInt32
  /// The log, if there is one with something in it.
  public let log: Log?
  /// Whether there is a rollback journal: the next opening may put pages back from it, bad ones
  /// among them.
  public let hasJournal: Bool

  /// Whether nothing is damaged or missing.
  public var isWhole: Bool {
    badPages.isEmpty && missingPageCount == 0 && log?.badFrames.isEmpty != false
      && log?.isHeaderDamaged != true
  }
}

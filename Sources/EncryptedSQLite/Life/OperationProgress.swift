// SPDX-License-Identifier: Apache-2.0

/// How far a long operation on a database file has come.
public struct OperationProgress: Sendable, Equatable {
  /// Bytes of the source that are done.
  public let completed: Int64
  /// Bytes of the source in all, as far as known at this moment.
  public let total: Int64

  init(_ completed: Int64, of total: Int64) {
    self.completed = min(completed, total)
    self.total = total
  }

  /// From 0 to 1.
  public var fraction: Double { total > 0 ? Double(completed) / Double(total) : 1 }

  /// Told now and then while an operation runs, on the thread that called it.
  ///
  /// Must not use the database.
  public typealias Handler = (OperationProgress) -> Void
}

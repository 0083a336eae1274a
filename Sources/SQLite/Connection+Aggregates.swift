// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// What gathers the rows of one group for a function such as `sum`.
package protocol RowGathering: AnyObject {
  /// Takes a row in.
  func add(_ arguments: borrowing FunctionArguments)
  /// What comes of the rows so far; also of none.
  var result: FunctionResult { get }
}

extension Connection {
  private final class Gatherers {
    let make: () -> any RowGathering
    init(_ make: @escaping () -> any RowGathering) { self.make = make }
  }

  /// What SQLite keeps for a group, by its address.
  private final class Group {
    let gatherer: any RowGathering
    init(_ gatherer: any RowGathering) { self.gatherer = gatherer }
  }

  /// Gives the statements of this connection a function of ours that makes one value of many rows.
  ///
  /// - Parameter make: makes what gathers the rows of a group.
  /// - Throws: ``SQLiteError`` with `busy` when a statement that runs has a function of the name.
  package func register(
    aggregate name: String, argumentCount: Int, _ make: @escaping () -> any RowGathering
  ) throws(SQLiteError) {
    let gatherers = unsafe Unmanaged.passRetained(Gatherers(make)).toOpaque()
    let status = unsafe sqlite3_create_function_v2(
      handle.pointer, name, Int32(clamping: argumentCount),
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, gatherers, nil,
      { context, count, values in
        guard let values = unsafe values else { return }
        guard let group = unsafe Connection.group(of: context) else {
          return unsafe sqlite3_result_error_nomem(context)
        }
        group.gatherer.add(unsafe FunctionArguments(values, count: Int(count)))
      },
      { context in
        // A group without rows has no memory either.
        guard let kept = unsafe Connection.memory(of: context, size: 0),
          let group = unsafe kept.pointee
        else {
          if let gatherer = unsafe Connection.makeGatherer(context) {
            unsafe gatherer.result.hand(to: context)
          }
          return
        }
        let ended = unsafe Unmanaged<Group>.fromOpaque(group).takeRetainedValue()
        unsafe kept.pointee = nil
        unsafe ended.gatherer.result.hand(to: context)
      },
      // Called also when registering fails.
      { gatherers in
        if let gatherers = unsafe gatherers {
          unsafe Unmanaged<Gatherers>.fromOpaque(gatherers).release()
        }
      })
    try handle.check(status)
  }

  @unsafe
  private static func memory(
    of context: OpaquePointer?, size: Int
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    unsafe sqlite3_aggregate_context(context, Int32(clamping: size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  @unsafe
  private static func makeGatherer(_ context: OpaquePointer?) -> (any RowGathering)? {
    guard let gatherers = unsafe sqlite3_user_data(context) else { return nil }
    let made = unsafe Unmanaged<Gatherers>.fromOpaque(gatherers).takeUnretainedValue()
    return made.make()
  }

  /// The group that a row belongs to, made with its first; nil without memory.
  @unsafe
  private static func group(of context: OpaquePointer?) -> Group? {
    let size = unsafe MemoryLayout<UnsafeMutableRawPointer?>.size
    guard let kept = unsafe memory(of: context, size: size) else { return nil }
    if let group = unsafe kept.pointee {
      return unsafe Unmanaged<Group>.fromOpaque(group).takeUnretainedValue()
    }
    guard let gatherer = unsafe makeGatherer(context) else { return nil }
    let group = Group(gatherer)
    unsafe kept.pointee = unsafe Unmanaged.passRetained(group).toOpaque()
    return group
  }
}

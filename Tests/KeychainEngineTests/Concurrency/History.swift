// SPDX-License-Identifier: Apache-2.0

/// What several threads or processes did to one item at the same time, and what each was told.
struct History {
  enum Action: Hashable {
    /// What was written, and whether it was.
    case add(String, Bool)
    case update(String, Bool)
    case delete(Bool)
    /// What was found.
    case find(String?)
    /// A write whose process was killed before it was told.
    ///
    /// It has happened or not. It may also come up after calls that were made later: a transaction
    /// that was in the log and not yet announced is found by who recovers the log, when every other
    /// process has gone.
    case interrupted(Write)
  }

  enum Write: Hashable {
    case add(String), update(String), delete
  }

  struct Entry {
    /// When the call was made and when it came back, by a clock that all who call share.
    let start: Int
    let end: Int
    let action: Action

    /// Whether it may never have happened.
    var isOptional: Bool { if case .interrupted = action { true } else { false } }
  }

  private(set) var entries: [Entry] = []

  mutating func append(_ entry: Entry) {
    precondition(entries.count < 64)
    entries.append(entry)
  }

  /// Whether one after the other, in some order that puts no call before one that had ended when it
  /// was made, the calls would have had these results.
  var hasSequentialOrder: Bool {
    var seen: Set<State> = []
    return canFinish(State(left: (1 << entries.count) &- 1, value: nil), &seen)
  }

  private struct State: Hashable {
    /// A bit for each call that is still to be put in order.
    var left: UInt64
    var value: String?
  }

  private func canFinish(_ state: State, _ seen: inout Set<State>) -> Bool {
    let open = entries.indices.filter { state.left >> UInt64($0) & 1 == 1 }
    if open.allSatisfy({ entries[$0].isOptional }) { return true }
    guard seen.insert(state).inserted else { return false }
    let firstEnd = open.map { entries[$0].end }.min() ?? 0
    return open.contains { index in
      guard entries[index].start < firstEnd,
        case .some(let value) = Self.value(after: entries[index].action, from: state.value)
      else { return false }
      return canFinish(State(left: state.left & ~(1 << UInt64(index)), value: value), &seen)
    }
  }

  /// The item's value after the call; nil where the call could not have had its result.
  private static func value(after action: Action, from value: String?) -> String?? {
    switch action {
    case .add(let new, true): value == nil ? .some(new) : nil
    case .add(_, false): value == nil ? nil : .some(value)
    case .update(let new, true): value == nil ? nil : .some(new)
    case .update(_, false), .delete(false): value == nil ? .some(nil) : nil
    case .delete(true): value == nil ? nil : .some(nil)
    case .find(let found): value == found ? .some(value) : nil
    case .interrupted(.add(let new)): .some(value ?? new)
    case .interrupted(.update(let new)): .some(value == nil ? nil : new)
    case .interrupted(.delete): .some(nil)
    }
  }
}

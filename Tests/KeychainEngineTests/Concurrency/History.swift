// SPDX-License-Identifier: Apache-2.0

/// What several threads did to one item at the same time, and what each was told.
struct History {
  enum Action: Hashable {
    /// What was written, and whether it was.
    case add(String, Bool)
    case update(String, Bool)
    case delete(Bool)
    /// What was found.
    case find(String?)
  }

  struct Entry {
    /// When the call was made and when it came back, by a clock that all threads share.
    let start: Int
    let end: Int
    let action: Action
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
    if state.left == 0 { return true }
    guard seen.insert(state).inserted else { return false }
    let left = entries.indices.filter { state.left >> UInt64($0) & 1 == 1 }
    let firstEnd = left.map { entries[$0].end }.min() ?? 0
    return left.contains { index in
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
    }
  }
}

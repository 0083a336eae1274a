// SPDX-License-Identifier: Apache-2.0

import KeychainRequests

/// A call that a process was told to make, and what it reported of it.
struct TimedCall {
  enum Verb: CaseIterable { case add, addAgain, update, delete, find }

  let name: String
  let verb: Verb
  /// What it writes.
  let value: String

  /// The line for the worker.
  var command: String {
    switch verb {
    case .add, .addAgain: "timed add \(name) \(value) 1"
    case .update: "timed update \(name) \(value) 1"
    case .delete: "timed delete \(name)"
    case .find: "timed find \(name)"
    }
  }

  /// What the call and its answer are in a history; nil for an answer that has no place in one.
  func entry(begin: String, end: String) -> History.Entry? {
    let words = end.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard let start = Self.time(begin, "begin"), let end = Self.time(end, "end"), words.count == 4,
      let action = action(Int32(words[2]) ?? .min, found: String(words[3]))
    else { return nil }
    // Two moments in one nanosecond have no order.
    return History.Entry(start: 2 * start, end: 2 * end + 1, action: action)
  }

  /// The same for a call that was never answered; nil also where it can have changed nothing.
  func interrupted(begin: String) -> History.Entry? {
    let write: History.Write? =
      switch verb {
      case .add, .addAgain: .add(value)
      case .update: .update(value)
      case .delete: .delete
      case .find: nil
      }
    guard let start = Self.time(begin, "begin"), let write else { return nil }
    return History.Entry(start: 2 * start, end: .max, action: .interrupted(write))
  }

  private static func time(_ line: String, _ mark: String) -> Int? {
    let words = line.split(separator: " ")
    return words.count > 1 && words[0] == mark ? Int(words[1]) : nil
  }

  private func action(_ code: Int32, found: String) -> History.Action? {
    switch (verb, Status(rawValue: code)) {
    case (.add, .success), (.addAgain, .success): .add(value, true)
    case (.add, .duplicateItem), (.addAgain, .duplicateItem): .add(value, false)
    case (.update, .success): .update(value, true)
    case (.update, .itemNotFound): .update(value, false)
    case (.delete, .success): .delete(true)
    case (.delete, .itemNotFound): .delete(false)
    case (.find, .success): .find(found)
    case (.find, .itemNotFound): .find(nil)
    default: nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Counts what SQLite asks of the files under a database, makes one call fail, and keeps a record
/// of what was written.
///
/// A file belongs to the watch that was in force when it was opened.
package final class FileWatch: Sendable {
  /// The watch in force for what the current task opens, deletes or looks for.
  @TaskLocal package static var current: FileWatch?

  /// Which call is to fail.
  package struct Plan: Sendable {
    /// How it fails.
    package var fault: Fault
    /// The number of the call, among those of its kind, counting from 1.
    package var number: Int
    /// Whether all later calls of the kind fail, too.
    package var isLasting: Bool

    /// Makes a plan.
    package init(_ fault: Fault, at number: Int, isLasting: Bool = false) {
      self.fault = fault
      self.number = number
      self.isLasting = isLasting
    }
  }

  private struct State {
    var counts: [FileCall: Int] = [:]
    var injected = 0
    var isOver = false
    var record: WriteRecord?
  }

  private let plan: Plan?
  private let state: Mutex<State>

  /// Makes a watch that lets one call fail, or none, and keeps a record if wanted.
  package init(_ plan: Plan? = nil, recording: Bool = false) {
    self.plan = plan
    state = Mutex(State(record: recording ? WriteRecord() : nil))
  }

  /// How many calls there were of each kind.
  package var counts: [FileCall: Int] { state.withLock { $0.counts } }

  /// How many calls were made to fail.
  package var injected: Int { state.withLock { $0.injected } }

  /// What was written so far; empty without recording.
  package var record: WriteRecord { state.withLock { $0.record ?? WriteRecord() } }

  /// Lets nothing fail from here on.
  package func endFaults() { state.withLock { $0.isOver = true } }

  /// Counts a call, and says whether and how it fails.
  func fault(in call: FileCall) -> Fault? {
    state.withLock { state in
      let number = state.counts[call, default: 0] + 1
      state.counts[call] = number
      guard let plan, plan.fault.call == call, !state.isOver,
        plan.isLasting ? number >= plan.number : number == plan.number
      else { return nil }
      state.injected += 1
      return plan.fault
    }
  }

  /// Adds to the record what has been done.
  func did(_ act: @autoclosure () -> WriteRecord.Act) {
    state.withLock { if $0.record != nil { $0.record?.add(act()) } }
  }

  /// Notes in the record that something has been promised up to here.
  package func mark(_ promise: Int) { did(.promise(promise)) }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import KeychainRequests
import TestFolders
import Testing

@Suite("Calls of four processes on the same items at the same time", .serialized)
struct ManyProcessesTests {
  private static let processes = 4
  /// Calls of one process on one item.
  private static let calls = 15

  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/keychain" }

  /// What the processes reported, by item.
  private struct Report {
    var histories: [String: History] = [:]
    /// How many calls were made while another process was in one on the same item.
    var races = 0
    /// How many calls were begun and never answered.
    var unanswered = 0
  }

  private func names(_ round: Int) -> [String] { ["a", "b", "c", "d"].map { "\($0)\(round)" } }

  /// What one process is told in a round: all verbs on all names, in an order of its own.
  private func script(process: Int, round: Int) -> [TimedCall] {
    let names = names(round)
    return (0..<Self.calls * names.count).map { call in
      let verbs = TimedCall.Verb.allCases
      return TimedCall(
        name: names[(call + process) % names.count],
        verb: verbs[(call * 3 + process * 7 + round + call / names.count) % verbs.count],
        value: "\(process)/\(call)")
    }
  }

  private func startWorkers() throws -> [ChildProcess] {
    try (0..<Self.processes).map { (_) throws in
      let worker = ChildProcess([BuiltExecutable.path("KeychainEngineWorker"), path])
      #expect(try #require(worker.line()).hasPrefix("ready"))
      return worker
    }
  }

  /// Has the workers make their calls; kills the first one in the midst of the call after so many
  /// answers, if any.
  private func run(
    _ workers: [ChildProcess], round: Int, killAfter answers: Int? = nil
  ) -> Report {
    let scripts = workers.indices.map { script(process: $0, round: round) }
    for (worker, script) in zip(workers, scripts) { worker.send(script.map(\.command)) }
    var early: [String] = []
    if let answers {
      // Up to the beginning of a call, which then has gone on for a random time: a write takes a
      // millisecond or two.
      early = (0...2 * answers).compactMap { _ in workers[0].line() }
      usleep(.random(in: 0...2000))
      workers[0].kill()
    }
    var report = Report()
    for (index, worker) in workers.enumerated() {
      var lines = index == 0 ? early[...] : []
      for call in scripts[index] {
        guard let begin = lines.popFirst() ?? worker.line() else { break }
        guard let end = lines.popFirst() ?? worker.line() else {
          report.unanswered += 1
          if let entry = call.interrupted(begin: begin) {
            report.histories[call.name, default: History()].append(entry)
          }
          break
        }
        guard let entry = call.entry(begin: begin, end: end) else {
          Issue.record("\(call.command): \(end)")
          continue
        }
        report.races += report.histories[call.name]?.count(during: entry) ?? 0
        report.histories[call.name, default: History()].append(entry)
      }
    }
    return report
  }

  /// Holds what the processes were told, and what is there now, against every order.
  private func check(_ report: Report, round: Int) {
    let survivors = Survivors(path)
    for name in names(round) {
      guard var history = report.histories[name] else {
        Issue.record("nobody called for \(name)")
        continue
      }
      let last = survivors.find(name)
      #expect(last.status == .success || last.status == .itemNotFound)
      history.append(.init(start: .max - 1, end: .max, action: .find(last.texts.first)))
      #expect(history.hasSequentialOrder, "\(name): \(history.entries)")
    }
  }

  @Test("have the results of some order, and leave the state that it leaves")
  func order() throws {
    let rounds = LongForm.count(short: 4, long: 100)
    let workers = try startWorkers()
    var races = 0
    for round in 0..<rounds {
      let report = run(workers, round: round)
      #expect(report.unanswered == 0)
      check(report, round: round)
      races += report.races
    }
    // Otherwise nothing was tried.
    #expect(races > 20 * rounds)
    LongForm.report(
      "keychain, four processes", ["races": rounds, "overlapping calls": races])
  }

  @Test("have the results of some order with and without what a killed process was doing")
  func killed() throws {
    let rounds = LongForm.count(short: 6, long: 100)
    var workers = try startWorkers()
    var (races, unanswered) = (0, 0)
    for round in 0..<rounds {
      let report = run(workers, round: round, killAfter: .random(in: 5...40))
      #expect(workers[0].wait() == .signal(SIGKILL))
      check(report, round: round)
      #expect(try Survivors(path).soundRowCount() != nil)
      races += report.races
      unanswered += report.unanswered
      workers = try startWorkers()
    }
    #expect(races > 10 * rounds)
    #expect(unanswered > 0)
    LongForm.report(
      "keychain, one of four killed", ["kills": rounds, "overlapping calls": races])
  }
}

extension History {
  /// How many of the calls were under way in some moment of `entry`.
  fileprivate func count(during entry: Entry) -> Int {
    entries.count { $0.start < entry.end && entry.start < $0.end }
  }
}

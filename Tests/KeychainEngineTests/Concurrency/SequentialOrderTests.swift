// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import KeychainRequests
import Synchronization
import TestFolders
import Testing

@Suite("Calls on the same items at the same time")
struct SequentialOrderTests {
  private static let names = ["a", "b", "c", "d"]
  private static let threads = 8
  /// Calls of one thread on one item.
  private static let calls = 7

  private let folder = TemporaryFolder()

  /// The clock that says which call came back before which was made.
  private final class Clock: Sendable {
    private let time = Atomic(0)
    var now: Int { time.add(1, ordering: .sequentiallyConsistent).newValue }
  }

  private static func act(
    _ keychain: EngineHarness, on name: String, _ number: Int, value: String
  ) -> History.Action? {
    let item: Request.Dictionary = [.itemClass(.genericPassword), .entry("acct", .text(name))]
    switch number % 5 {
    case 0, 1:
      switch keychain.add(item + [.data(value)]).status {
      case .success: return .add(value, true)
      case .duplicateItem: return .add(value, false)
      default: return nil
      }
    case 2:
      switch keychain.update(item, [.data(value)]).status {
      case .success: return .update(value, true)
      case .itemNotFound: return .update(value, false)
      default: return nil
      }
    case 3:
      switch keychain.delete(item).status {
      case .success: return .delete(true)
      case .itemNotFound: return .delete(false)
      default: return nil
      }
    default:
      let found = keychain.find(item + [.flag("r_Data")])
      switch found.status {
      case .success: return .find(found.texts.first)
      case .itemNotFound: return .find(nil)
      default: return nil
      }
    }
  }

  /// What 8 threads are told, with the engines taken in turn, by item.
  private func histories(_ engines: [EngineHarness], seed: Int) -> [String: History] {
    let clock = Clock()
    let histories = Mutex<[String: History]>([:])
    let group = DispatchGroup()
    for thread in 0..<Self.threads {
      group.enter()
      Thread.detachNewThread {
        let keychain = engines[thread % engines.count]
        for call in 0..<Self.calls * Self.names.count {
          let name = Self.names[(call + thread) % Self.names.count]
          let start = clock.now
          let action = Self.act(
            keychain, on: name, call * 3 + thread * 7 + seed, value: "\(thread)/\(call)")
          let end = clock.now
          guard let action else {
            Issue.record("a call failed that had no reason to")
            continue
          }
          histories.withLock {
            $0[name, default: History()].append(.init(start: start, end: end, action: action))
          }
        }
        group.leave()
      }
    }
    group.wait()
    return histories.withLock { $0 }
  }

  @Test(
    "by 8 threads have the results of some order, with one engine and with four on one folder",
    arguments: [1, 4], [0, 1, 2])
  func order(engines count: Int, seed: Int) {
    let path = folder.path + "/keychain"
    // The folder is made first: who makes it is another test's question.
    let first = EngineHarness(.folder(path))
    #expect(
      first.add([.itemClass(.genericPassword), .entry("acct", .text("0"))]).status == .success)
    let engines = (0..<count).map { _ in EngineHarness(.folder(path)) }
    let histories = histories(engines, seed: seed)
    #expect(histories.count == Self.names.count)
    for (name, history) in histories {
      #expect(history.entries.count == Self.threads * Self.calls)
      var history = history
      let last = first.find([
        .itemClass(.genericPassword), .entry("acct", .text(name)), .flag("r_Data"),
      ])
      history.append(.init(start: .max - 1, end: .max, action: .find(last.texts.first)))
      #expect(history.hasSequentialOrder, "\(name): \(history.entries)")
    }
  }

  @Test("that no order explains are told from those that one does")
  func checker() {
    func history(_ entries: [(Int, Int, History.Action)]) -> History {
      var history = History()
      for (start, end, action) in entries {
        history.append(.init(start: start, end: end, action: action))
      }
      return history
    }
    let added: (Int, Int, History.Action) = (1, 2, .add("x", true))
    #expect(history([added, (3, 4, .find("x"))]).hasSequentialOrder)
    #expect(!history([added, (3, 4, .find(nil))]).hasSequentialOrder)
    #expect(history([(1, 4, .add("x", true)), (2, 3, .find(nil))]).hasSequentialOrder)
    #expect(!history([added, (3, 4, .add("y", true))]).hasSequentialOrder)
    #expect(
      !history([added, (3, 6, .update("y", true)), (4, 5, .delete(true)), (7, 8, .find("x"))])
        .hasSequentialOrder)
    // One of two updates is the last one, and not the one before.
    let updates = [added, (3, 6, .update("y", true)), (4, 5, .update("z", true))]
    #expect(history(updates + [(7, 8, .find("y"))]).hasSequentialOrder)
    #expect(history(updates + [(7, 8, .find("z"))]).hasSequentialOrder)
    #expect(!history(updates + [(7, 8, .find("x"))]).hasSequentialOrder)
    #expect(
      !history(updates + [(7, 8, .find("y")), (9, 10, .find("z"))]).hasSequentialOrder)
    #expect(!history([(1, 2, .delete(true))]).hasSequentialOrder)
    // What a killed process was doing has happened or not, and not before it was begun.
    let killed: [(Int, Int, History.Action)] = [
      added, (3, .max, .interrupted(.update("y"))), (4, 5, .find("x")),
    ]
    #expect(history(killed).hasSequentialOrder)
    #expect(history(killed + [(6, 7, .find("x"))]).hasSequentialOrder)
    #expect(history(killed + [(6, 7, .find("y"))]).hasSequentialOrder)
    #expect(!history(killed + [(6, 7, .find("z"))]).hasSequentialOrder)
    #expect(!history(killed + [(6, 7, .find("y")), (8, 9, .find("x"))]).hasSequentialOrder)
    #expect(
      !history([added, (3, 4, .find("y")), (5, .max, .interrupted(.update("y")))])
        .hasSequentialOrder)
    #expect(history([(1, .max, .interrupted(.add("x"))), (2, 3, .find("x"))]).hasSequentialOrder)
    #expect(
      history([added, (3, .max, .interrupted(.delete)), (4, 5, .find(nil))]).hasSequentialOrder)
  }
}

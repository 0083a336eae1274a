// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization

/// Threads that add, update and delete items as fast as they can, until they are told to stop.
///
/// Each writes to a file of its own what it is about to do, and what came of it, in lines:
///
///     > NUMBER NAME VERB COUNT   before; the item's data are to be `NAME/NUMBER.`, COUNT times
///     = NUMBER MICROSECONDS      done
///     x NUMBER ANSWER            refused
final class BusyWriters: Sendable {
  /// How a line of the worker is carried out.
  typealias Act = @Sendable (_ words: [String]) -> String

  private let isStopping = Atomic(false)
  private let threads = DispatchGroup()

  /// Starts a thread that writes items whose names begin with `prefix`.
  func start(prefix: String, names: Int, log path: String, _ act: @escaping Act) {
    var existing: Set<String> = []
    repeatedly(log: path) { number, log in
      let name = "\(prefix)\(Int.random(in: 0..<names))"
      let isThere = existing.contains(name)
      let isDeletion = isThere && Int.random(in: 0..<3) == 0
      let verb = isDeletion ? "delete" : isThere ? "update" : "add"
      // From some bytes to several pages.
      let count = Int.random(in: 1...9) * [1, 20, 100][Int.random(in: 0..<3)]
      Self.append("> \(number) \(name) \(verb) \(count)", to: log)
      let start = ContinuousClock.now
      let answer = act(
        isDeletion ? [verb, name] : [verb, name, "\(name)/\(number).", "\(count)"])
      let duration = (ContinuousClock.now - start) / .microseconds(1)
      if answer.hasPrefix("0 ") {
        if isDeletion { existing.remove(name) } else { existing.insert(name) }
        Self.append("= \(number) \(Int(duration))", to: log)
      } else {
        Self.append("x \(number) \(answer)", to: log)
      }
    }
  }

  /// Starts a thread that finds items.
  func startReader(names: Int, log path: String, _ act: @escaping Act) {
    repeatedly(log: path) { number, log in
      let name = "item\(Int.random(in: 0..<names))"
      let start = ContinuousClock.now
      let answer = act(["find", name])
      let duration = (ContinuousClock.now - start) / .microseconds(1)
      Self.append("> \(number) \(name) find 0", to: log)
      let isFine = answer.hasPrefix("0 ")
      Self.append(isFine ? "= \(number) \(Int(duration))" : "x \(number) \(answer)", to: log)
    }
  }

  private func repeatedly(log path: String, _ body: @escaping (_ number: Int, _ log: CInt) -> Void)
  {
    let log = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard log >= 0 else { fatalError("no file \(path): errno \(errno)") }
    threads.enter()
    let loop = Loop(body: body)
    // A thread that waits for locks and disks all the time must not take one of a small pool.
    DispatchQueue(label: path).async { [self] in
      var number = 0
      while !isStopping.load(ordering: .relaxed) {
        number += 1
        loop.body(number, log)
      }
      close(log)
      threads.leave()
    }
  }

  /// Handed to one thread, and used by no other.
  private struct Loop: @unchecked Sendable {
    let body: (_ number: Int, _ log: CInt) -> Void
  }

  /// Has all of them end what they are at, and waits for it.
  func stop() {
    isStopping.store(true, ordering: .relaxed)
    threads.wait()
    isStopping.store(false, ordering: .relaxed)
  }

  private static func append(_ line: String, to log: CInt) {
    let bytes = Array((line + "\n").utf8)
    guard unsafe write(log, bytes, bytes.count) == bytes.count else {
      fatalError("the log of a writer cannot be written: errno \(errno)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import KeychainEngine
import KeychainRequests
import TestFolders
import Testing

@Suite("A rotation of all keys that is killed again and again", .serialized)
struct KilledRotationTests {
  private let folder = TemporaryFolder()

  private struct Writers {
    let processes: [ChildProcess]
    let prefixes: [String]
    var logs: [WriterLog]

    /// Ends them, and reads all that they did.
    mutating func stop() {
      for process in processes { process.send(["stop"]) }
      for process in processes {
        #expect(process.line() == "0")
        process.wait()
      }
      for index in logs.indices { logs[index].read() }
    }
  }

  private static let namesOfWriter = 24

  private func startWriters(_ keychain: RotatedKeychain) throws -> Writers {
    let prefixes = ["a", "b"]
    let logs = prefixes.map { folder.file("log-\($0)") }
    let processes = try zip(prefixes, logs).map { prefix, log in
      let process = try keychain.startWorker()
      #expect(process.ask("write \(prefix) \(Self.namesOfWriter) \(log)") == "0")
      return process
    }
    return Writers(
      processes: processes, prefixes: prefixes, logs: logs.map { WriterLog($0) })
  }

  /// Expects of what the writers are at that nothing acknowledged is lost, and nothing half there.
  private func expectWrites(_ writers: inout Writers, in path: String) -> Int {
    let survivors = Survivors(path)
    var lost = 0
    for (index, prefix) in writers.prefixes.enumerated() {
      for name in (0..<Self.namesOfWriter).shuffled().prefix(6).map({ "\(prefix)\($0)" }) {
        writers.logs[index].read()
        let before = writers.logs[index].lastAcknowledged(name)
        let found = survivors.find(name)
        writers.logs[index].read()
        let possible = writers.logs[index].possibleTexts(of: name, since: before)
        let text = found.status == .success ? found.texts.first : nil
        let isFine =
          [.success, .itemNotFound].contains(found.status) && possible.contains(text)
        if !isFine { lost += 1 }
        #expect(isFine, "\(name): \(found.status) \(found.reason ?? ""), \(text ?? "-")")
      }
    }
    return lost
  }

  @Test(
    "with two processes writing loses no write, keeps rows in their order, and finishes",
    .timeLimit(.minutes(60)))
  func writers() throws {
    let count = LongForm.count(short: 1500, long: 100_000)
    let kills = LongForm.count(short: 20, long: 200)
    let keychain = try RotatedKeychain(folder.file("keychain"), count: count)
    let damaged = try keychain.damage("item7")
    let untouched = keychain.names.filter { $0 != "item7" }
    let rows = try keychain.rows()
    // How long one takes that nobody disturbs, and how many calls that change files.
    var rotator = try keychain.startWorker()
    #expect(rotator.ask("die 0") == "0")
    let duration = ContinuousClock().measure { #expect(rotator.ask("rotate - -") == "0 ") }
    let calls = Int(try #require(rotator.ask("calls"))) ?? 1
    rotator.wait()

    var writers = try startWriters(keychain)
    var (killed, finished, rounds, lost) = (0, 0, 0, 0)
    var isFinished = false
    while killed < kills || finished < 2 || !isFinished {
      rounds += 1
      rotator = try keychain.startWorker()
      if killed < kills, rounds % 2 == 0 {
        // Between two calls, so that each is as likely as any.
        #expect(rotator.ask("die \(Int.random(in: 1...max(1, calls / 3)))") == "0")
      }
      // Two of three times with another device key: another plan begins anew.
      rotator.send([finished % 3 == 1 ? "rotate - -" : "rotate-device - -"])
      if killed < kills, rounds % 2 == 1 {
        usleep(.random(in: 0...UInt32(duration / .microseconds(1)) * 2 / 3))
        rotator.kill()
      }
      if let answer = rotator.line() {
        #expect(answer == "0 ", "\(answer)")
        finished += 1
        isFinished = true
      } else {
        #expect(rotator.wait() == .signal(SIGKILL))
        killed += 1
        isFinished = false
      }
      keychain.expectItems(untouched.shuffled().prefix(20))
      lost += expectWrites(&writers, in: keychain.path)
    }
    rotator.wait()
    writers.stop()
    let logs = writers.logs

    var expected = untouched.count + 1
    for log in logs {
      let (items, failures) = Survivors(keychain.path).contents(log.names)
      #expect(failures.isEmpty)
      for name in log.names { #expect(items[name] == log.text(of: name), "\(name)") }
      expected += log.names.count { log.text(of: $0) != nil }
      // Who waits longer than others may keep the keychain is told so.
      #expect(log.refusals.allSatisfy { $0.contains("5 seconds") }, "\(log.refusals)")
    }
    keychain.expectItems(untouched)
    #expect(try Survivors(keychain.path).soundRowCount() == expected)
    let after = try keychain.rows()
    #expect(rows.allSatisfy { after[$0.key] == $0.value })
    #expect(after[damaged] == rows[damaged])
    try keychain.expectNoRemains()
    LongForm.report(
      "rotation of \(count) items, 2 writing",
      [
        "kills": killed, "finished": finished, "lost": lost,
        "acknowledged": logs.reduce(0) { $0 + $1.acknowledged },
        "refused": logs.reduce(0) { $0 + $1.refusals.count },
        "longest wait beside killed rotations in ms": logs.flatMap(\.microseconds).max().map {
          $0 / 1000
        } ?? 0,
        "rotation undisturbed in ms": Int(duration / .milliseconds(1)),
      ])
  }
}

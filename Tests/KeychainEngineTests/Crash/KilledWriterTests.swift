// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import KeychainRequests
import TestFolders
import Testing

@Suite("A keychain whose writer is killed", .serialized)
struct KilledWriterTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path + "/keychain" }

  private func startWriter() throws -> ChildProcess {
    let writer = ChildProcess([BuiltExecutable.path("KeychainEngineWorker"), path])
    #expect(try #require(writer.line()).hasPrefix("ready"))
    return writer
  }

  /// Lets the writers run for a random time, in some rounds from their first answer on, kills them
  /// in the midst, and returns how many answers each has given.
  private func killAtRandom(_ writers: [ChildProcess]) -> [Int] {
    let first = Bool.random() ? writers.map { $0.line() } : writers.map { _ in nil }
    usleep(.random(in: 0...80_000))
    for writer in writers { writer.kill() }
    return zip(writers, first).map { writer, first in
      var answers = first.map { [$0] } ?? []
      while let line = writer.line() { answers.append(line) }
      #expect(answers.allSatisfy { $0.hasPrefix("0 ") })
      #expect(writer.wait() == .signal(SIGKILL))
      return answers.count
    }
  }

  @Test("keeps every acknowledged write whole, and goes on", arguments: [["a"], ["a", "b"]])
  func writers(_ prefixes: [String]) throws {
    let rounds = LongForm.count(short: 15, long: prefixes.count == 1 ? 100 : 50)
    var contents: [String: WriterScript.Contents] = [:]
    var acknowledged = 0
    var lost = 0
    // With another process in the keychain the log grows until it is copied back; without one it is
    // recovered.
    var bystander: Survivors?
    for round in 0..<rounds {
      if round % 4 == 0 { bystander = nil }
      let writers = try prefixes.map { _ in try startWriter() }
      let scripts = prefixes.map {
        WriterScript(prefix: $0, count: 400, before: contents[$0] ?? [:])
      }
      for (writer, script) in zip(writers, scripts) { writer.send(script.lines) }
      let answers = killAtRandom(writers)
      acknowledged += answers.reduce(0, +)

      let survivors = Survivors(path)
      for (index, prefix) in prefixes.enumerated() {
        let (items, failures) = survivors.contents(WriterScript.names(prefix: prefix))
        #expect(failures.isEmpty)
        // The step that was under way has happened or not; nothing between.
        let before = scripts[index].contents(after: answers[index])
        let after = scripts[index].contents(after: answers[index] + 1)
        let missing = before.filter { items[$0.key] != $0.value && items[$0.key] != after[$0.key] }
        lost += missing.count
        #expect(items == before || items == after, "\(missing.keys.sorted()) of \(prefix)")
        contents[prefix] = items
        if let bystander {
          #expect(bystander.contents(WriterScript.names(prefix: prefix)).items == items)
        }
      }
      #expect(survivors.add("next", "1").status == .success)
      #expect(try survivors.soundRowCount() == contents.values.reduce(1) { $0 + $1.count })
      #expect(survivors.delete("next").status == .success)
      if bystander == nil { bystander = survivors }
    }
    #expect(lost == 0)
    LongForm.report(
      "keychain, \(prefixes.count) writing",
      ["kills": rounds * prefixes.count, "acknowledged": acknowledged, "lost": lost])
  }

  @Test("is whole or not there when it was being made")
  func creation() throws {
    let rounds = LongForm.count(short: 15, long: 100)
    let duration = try creationTime()
    var acknowledged = 0
    var lost = 0
    for round in 0..<rounds {
      let path = folder.path + "/\(round)"
      let writer = ChildProcess([BuiltExecutable.path("KeychainEngineWorker"), path])
      _ = try #require(writer.line())
      writer.send(["add first 1 1"])
      usleep(.random(in: 0...2 * duration))
      writer.kill()
      let isAcknowledged = writer.line() != nil
      writer.wait()

      let survivors = Survivors(path)
      let found = survivors.find("first")
      #expect(
        found.status == .success || found.status == .itemNotFound && !isAcknowledged,
        "\(found.reason ?? "")")
      if isAcknowledged {
        acknowledged += 1
        if found.status != .success { lost += 1 }
      }
      let second = survivors.add("second", "2")
      #expect(second.status == .success, "\(second.reason ?? "")")
      #expect(Survivors(path).find("second").texts == ["2"])
      #expect(try survivors.soundRowCount() == (found.status == .success ? 2 : 1))
      // Where the mark of a creation lay on, a keybag lost later would make its keychain look
      // unfinished.
      #expect(!Folders.names(in: path).contains("keychain.creating"))
    }
    LongForm.report(
      "keychain being made", ["kills": rounds, "acknowledged": acknowledged, "lost": lost])
  }

  /// How long it takes to make a keychain with one item, in microseconds.
  private func creationTime() throws -> UInt32 {
    let writer = ChildProcess([
      BuiltExecutable.path("KeychainEngineWorker"), folder.path + "/timed",
    ])
    _ = try #require(writer.line())
    let clock = ContinuousClock()
    let duration = clock.measure { #expect(writer.ask("add first 1 1") == "0 ") }
    return UInt32(duration / .microseconds(1))
  }
}

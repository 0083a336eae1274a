// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import KeychainEngine
import KeychainRequests
import TestFolders
import Testing

@Suite("A rotation of all keys that ends at a given step", .serialized)
struct RotationStepTests {
  private let folder = TemporaryFolder()

  /// How to go on afterwards.
  enum Sequel: CaseIterable { case same, otherPlan, abandon, sameAfterChanges }

  private static let count = 6

  private func make(_ name: String) throws -> RotatedKeychain {
    try RotatedKeychain(folder.file(name), count: Self.count)
  }

  /// How many calls a whole rotation takes.
  private func callCount() throws -> Int {
    let worker = try make("counted").startWorker()
    #expect(worker.ask("find item0")?.hasPrefix("0 ") == true)
    #expect(worker.ask("die 0") == "0")
    #expect(worker.ask("rotate-device - -") == "0 ")
    let calls = try #require(worker.ask("calls"))
    return try #require(Int(calls))
  }

  /// Rotates in a worker that `prepare` has told what to meet with at step `step`.
  ///
  /// - Returns: its answer; nil when it was killed.
  private func rotate(
    _ keychain: RotatedKeychain, _ prepare: String
  ) throws -> (worker: ChildProcess, answer: String?) {
    let worker = try keychain.startWorker()
    // It has the keychain open before.
    #expect(worker.ask("find item0")?.hasPrefix("0 ") == true)
    #expect(worker.ask(prepare) == "0")
    return (worker, worker.ask("rotate-device - -"))
  }

  private func steps(to last: Int) -> [Int] {
    let stride = LongForm.count(short: 11, long: 1)
    return Array(Swift.stride(from: Int.random(in: 1...stride), through: last, by: stride))
  }

  private func goOn(_ sequel: Sequel, _ keychain: RotatedKeychain) throws {
    let harness = EngineHarness(.folder(keychain.path), groups: ["worker"])
    let plan = RotationPlan(waysIn: [], device: .newFile)
    switch sequel {
    case .same: try harness.engine.rotate(plan, authorizedBy: nil)
    case .otherPlan: try harness.engine.rotate(.open, authorizedBy: nil)
    case .abandon: try harness.engine.abandonRotation()
    case .sameAfterChanges:
      // Each kind of change, to rows that may have been carried over before.
      let survivors = Survivors(keychain.path)
      let changed: Request.Dictionary = [
        .itemClass(.genericPassword), .init(.account, .text("item0")),
      ]
      #expect(harness.update(changed, [.data("changed")]).status == .success)
      #expect(survivors.delete("item1").status == .success)
      #expect(survivors.add("added", "x").status == .success)
      try harness.engine.rotate(plan, authorizedBy: nil)
      #expect(survivors.find("item0").texts == ["changed"])
      #expect(survivors.find("item1").status == .itemNotFound)
      #expect(survivors.find("added").texts == ["x"])
      #expect(
        harness.update(changed, [.data(RotatedKeychain.text("item0"))]).status == .success)
      #expect(survivors.add("item1", RotatedKeychain.text("item1")).status == .success)
      #expect(survivors.delete("added").status == .success)
    }
    #expect(try !harness.engine.isRotating())
  }

  @Test(
    "is killed there: opens, and goes on, begins anew or is given up", arguments: Sequel.allCases)
  func killed(_ sequel: Sequel) throws {
    var killed = 0
    for step in steps(to: try callCount()) {
      let keychain = try make("\(step)")
      // Has the keychain open from before, and closes it when others have replaced its files.
      let bystander = Survivors(keychain.path)
      #expect(bystander.find("item1").status == .success)
      let (worker, answer) = try rotate(keychain, "die \(step)")
      if answer == nil { killed += 1 }
      worker.wait()
      keychain.expectItems(keychain.names)
      try goOn(sequel, keychain)
      keychain.expectItems(keychain.names)
      #expect(bystander.find("item1").texts == [RotatedKeychain.text("item1")])
      #expect(try Survivors(keychain.path).soundRowCount() == Self.count)
      #expect(bystander.add("more", "1").status == .success)
      try keychain.expectNoRemains()
      Folders.remove(keychain.path)
    }
    #expect(killed > 0)
    LongForm.report("rotation at each step, then \(sequel)", ["kills": killed])
  }

  @Test("is given up, and that is killed at a step: what is written then is not lost by the next")
  func killedAbandonment() throws {
    let stride = LongForm.count(short: 3, long: 1)
    // It takes about 30 calls.
    for step in Swift.stride(from: Int.random(in: 1...stride), through: 34, by: stride) {
      let keychain = try make("\(step)")
      try KeychainEngine(location: .folder(keychain.path)).interruptRotation(
        RotationPlan(waysIn: [], device: .newFile), of: keychain.path)
      #expect(try keychain.hasChangeLog())
      #expect(Folders.names(in: keychain.path).contains("keybag.next"))
      let abandoning = try keychain.startWorker()
      #expect(abandoning.ask("die \(step)") == "0")
      _ = abandoning.ask("abandon")
      abandoning.wait()
      try goOn(.sameAfterChanges, keychain)
      keychain.expectItems(keychain.names)
      #expect(try Survivors(keychain.path).soundRowCount() == Self.count)
      try keychain.expectNoRemains()
      Folders.remove(keychain.path)
    }
  }

  @Test(
    "meets an error there: says so, and the keychain is whole for the same process",
    arguments: [ENOSPC, EIO, EACCES, EROFS])
  func failing(_ error: CInt) throws {
    var refused = 0
    for step in steps(to: try callCount()) {
      let keychain = try make("\(step)")
      let (worker, answer) = try rotate(keychain, "fail \(step) \(error)")
      let reason = try #require(answer)
      if reason != "0 " {
        refused += 1
        if error == ENOSPC {
          #expect(reason.hasPrefix("\(Status.diskFull.rawValue) "), "\(step): \(reason)")
          // As long as it lasts, reading goes on.
          #expect(worker.ask("find item0") == "0 " + RotatedKeychain.text("item0"), "\(step)")
        }
      }
      #expect(worker.ask("fail 0 0") == "0")
      if error == ENOSPC, reason != "0 " {
        #expect(!Folders.names(in: keychain.path).contains("keychain.2.db"), "\(step)")
      }
      #expect(worker.ask("add more 1 1") == "0 ", "\(step)")
      #expect(worker.ask("rotate-device - -") == "0 ", "\(step)")
      #expect(worker.ask("find more") == "0 1", "\(step)")
      worker.wait()
      keychain.expectItems(keychain.names)
      try keychain.expectNoRemains()
      Folders.remove(keychain.path)
    }
    #expect(refused > 0)
    LongForm.report("rotation with error \(error) at each step", ["refused": refused])
  }
}

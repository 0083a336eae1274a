// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import KeychainRequests
import TestFolders
import Testing

@Suite("A full disk")
struct FullDiskTests {
  private let folder = TemporaryFolder()

  /// Adds items until one is refused; returns how many were acknowledged, and the refusal.
  private func addUntilRefused(_ process: ChildProcess, from first: Int) throws -> (Int, String) {
    for number in first..<first + 1000 {
      let answer = try #require(process.ask("add item\(number) text\(number). 200"))
      if !answer.hasPrefix("0 ") { return (number, answer) }
    }
    throw NeverFull()
  }

  private func expectItems(_ process: ChildProcess, _ numbers: Range<Int>) {
    for number in numbers {
      let text = String(repeating: "text\(number).", count: 200)
      #expect(process.ask("find item\(number)") == "0 \(text)")
    }
  }

  /// Fills the disk, looks, makes room, and goes on, all in the process that met the full disk and
  /// then in a fresh one.
  private func survive(
    _ start: () throws -> ChildProcess, fill: (ChildProcess) throws -> Void,
    makeRoom: (ChildProcess) throws -> Void
  ) throws {
    let process = try start()
    #expect(process.ask("add item0 text0. 200") == "0 ")
    try fill(process)
    let (count, refusal) = try addUntilRefused(process, from: 1)
    #expect(refusal.hasPrefix("\(Status.diskFull.rawValue) "), "\(refusal)")
    expectItems(process, 0..<count)
    #expect(process.ask("find item\(count)")?.hasPrefix("\(Status.itemNotFound.rawValue) ") == true)
    try makeRoom(process)
    #expect(process.ask("add item\(count) text\(count). 200") == "0 ")
    expectItems(process, 0..<count + 1)
    #expect(process.ask("delete item0") == "0 ")
  }

  private static let mounting = ["unshare", "--mount", "sh", "-c"]

  @Test(
    "is an error while it lasts; the keychain can be read, stays whole, and goes on when there is room",
    .enabled("mounting a file system takes root") {
      ChildProcess(mounting + ["mount -t tmpfs none /mnt"]).wait() == .exit(0)
    })
  func fileSystem() throws {
    let path = folder.path
    // A small file system in memory that nobody but the process sees, and that goes with it.
    let mount = "mount -t tmpfs -o size=2m,mode=700 none \"$0\" && exec \"$@\""
    let worker = [BuiltExecutable.path("KeychainEngineWorker"), path + "/keychain"]
    let command = Self.mounting + [mount, path] + worker
    try survive {
      let process = ChildProcess(command)
      try #require(process.line()?.hasPrefix("ready") == true)
      return process
    } fill: { process in
      #expect(process.ask("fill \(path)/ballast") == "0")
    } makeRoom: { process in
      #expect(process.ask("remove \(path)/ballast") == "0")
    }
  }

  @Test("is also one where a file may not grow any more")
  func fileSizeLimit() throws {
    let path = folder.path + "/keychain"
    try survive {
      let process = ChildProcess([BuiltExecutable.path("KeychainEngineWorker"), path])
      try #require(process.line()?.hasPrefix("ready") == true)
      return process
    } fill: { process in
      #expect(process.ask("limit 400000") == "0")
    } makeRoom: { process in
      #expect(process.ask("limit 0") == "0")
    }
    let survivors = Survivors(path)
    #expect(survivors.find("item1").texts == [String(repeating: "text1.", count: 200)])
    #expect(survivors.find("item0").status == .itemNotFound)
    #expect(try survivors.soundRowCount() != nil)
  }

  @Test("while a keychain is being made leaves none, and no remains in the way")
  func creation() throws {
    let path = folder.path + "/keychain"
    let process = ChildProcess([BuiltExecutable.path("KeychainEngineWorker"), path])
    try #require(process.line()?.hasPrefix("ready") == true)
    for limit in [1, 60, 1000, 30_000] {
      #expect(process.ask("limit \(limit)") == "0")
      let answer = try #require(process.ask("add a 1 1"))
      #expect(answer.hasPrefix("\(Status.diskFull.rawValue) "), "\(limit): \(answer)")
      #expect(process.ask("find a")?.hasPrefix("\(Status.itemNotFound.rawValue) ") == true)
    }
    #expect(process.ask("limit 0") == "0")
    #expect(process.ask("add a 1 1") == "0 ")
    #expect(process.ask("find a") == "0 1")
  }
}

private struct NeverFull: Error {}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import KeychainClient
import KeychainEngine
import KeychainRequests
import Strongroom
import TestFolders
import Testing

@Suite("Several processes at once", .timeLimit(.minutes(5)))
struct ProcessTests {
  let folder = TemporaryFolder()

  private func workers(_ count: Int) -> [Worker] {
    (0..<count).map { _ in Worker(keychainIn: folder.path) }
  }

  /// Has all workers do the same at once; their answers.
  private func all(_ workers: [Worker], _ line: String) throws -> [String] {
    for worker in workers { worker.begin(line) }
    return try workers.map { try $0.answer() }
  }

  @Test("that insert one item: exactly one succeeds, the other gets -25299")
  func insert() throws {
    let workers = workers(2)
    let rounds = LongForm.count(short: 50, long: 500)
    var firstWon = 0
    for round in 0..<rounds {
      let answers = try all(workers, "insert account-\(round)")
      #expect(answers.sorted() == ["-25299", "0"])
      if answers[0] == "0" { firstWon += 1 }
    }
    LongForm.report("two adding one item", ["races": rounds, "won by the first": firstWon])
  }

  @Test("that find or make a key get the same one, from the first moment of the keychain on")
  func findOrMake() throws {
    let workers = workers(8)
    let rounds = LongForm.count(short: 20, long: 100)
    var digests: Set<String> = []
    for round in 0..<rounds {
      let answers = Set(try all(workers, "find-or-make key-\(round)"))
      #expect(answers.count == 1)
      digests.formUnion(answers)
    }
    #expect(digests.count == rounds)
    #expect(digests.allSatisfy { $0.contains(".") })
    LongForm.report("eight finding or making a key", ["races": rounds])
  }

  @Test("that find or make a key get one also while another process keeps deleting it")
  func findOrMakeWhileDeleting() throws {
    let makers = workers(3)
    let deleter = Worker(keychainIn: folder.path)
    for _ in 0..<LongForm.count(short: 50, long: 200) {
      deleter.begin("delete key")
      for answer in try all(makers, "find-or-make key") { #expect(answer.contains(".")) }
      #expect(["0", "-25300"].contains(try deleter.answer()))
    }
  }

  @Test("that set one account never leave it without a whole value")
  func set() throws {
    let workers = workers(3)
    let reader = Worker(keychainIn: folder.path)
    #expect(try all([reader], "set ada first") == ["0"])
    for round in 0..<LongForm.count(short: 50, long: 200) {
      for (i, worker) in workers.enumerated() { worker.begin("set ada value-\(round)-\(i)") }
      let found = try all([reader], "find ada")[0]
      #expect(found == "first" || found.hasPrefix("value-"))
      #expect(try workers.map { try $0.answer() } == ["0", "0", "0"])
    }
  }

  @Test("see one key, whether Keyring made it or SecItemAdd, and there is no second one")
  func sameItem() throws {
    let (swift, apple) = (
      Worker(keychainIn: folder.path), Worker(keychainIn: folder.path)
    )
    #expect(try all([apple], "add-item a") == ["0"])
    #expect(try all([swift], "make a") == ["-25299"])
    #expect(try all([swift], "find-or-make a") == all([apple], "find-item a"))
    #expect(try all([swift], "make b") == ["0"])
    #expect(try all([apple], "add-item b") == ["-25299"])
    #expect(try all([swift], "find-or-make b") == all([apple], "find-item b"))
    #expect(try all([swift], "delete b") == ["0"])
    #expect(try all([apple], "find-item b") == ["-25300"])
  }

  @Test("see what the others stored at once")
  func visibility() throws {
    let (writer, reader) = (
      Worker(keychainIn: folder.path), Worker(keychainIn: folder.path)
    )
    for round in 0..<LongForm.count(short: 20, long: 100) {
      #expect(try all([writer], "set ada v\(round)") == ["0"])
      #expect(try all([reader], "find ada") == ["v\(round)"])
    }
  }
}

@Suite("Several threads at once")
struct ThreadTests {
  @Test("on one keychain all do their work")
  func threads() async throws {
    let folder = TemporaryFolder()
    let store = KeychainStore(
      KeychainConnection(
        .embedded(.folder(folder.path)),
        caller: Caller(
          userID: getuid(), applicationIdentifier: "a", accessGroups: .listed(["a"]),
          evidence: .explicit)))
    let keychain = Keychain(service: "threads", in: store)
    let keyring = Keyring(in: store)
    try await withThrowingTaskGroup(of: EncryptionKey.self) { group in
      for i in 0..<16 {
        group.addTask {
          try await keychain.inBackground { try $0.insert(i, for: "\(i)") }
          return try await keyring.inBackground { try $0.findOrMake("key") }
        }
      }
      let key = try keyring.findOrMake("key")
      for try await other in group { #expect(other.isEqual(to: key)) }
    }
    #expect(try keychain.accounts.count == 16)
    for i in 0..<16 { #expect(try keychain.find("\(i)", as: Int.self) == i) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import Prompts
import Secrets
import Synchronization
import TestFolders
import Testing

private final class Counter: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }
}

@Suite("A call on a locked keychain")
struct KeychainOwnerTests {
  private let folder = TemporaryFolder()
  private let caller = Caller.userCommand("test", group: "g")
  private let asked = Counter()
  private let query: Request.Dictionary = [
    .init(.name(RequestKeys.itemClass), .text("genp")), .init(.account, .text("a")),
  ]

  private static func bytes(_ text: String) -> SecretBytes {
    SecretBytes(copying: Array(text.utf8).rawBytes)
  }

  /// A keychain with a passphrase and an item, as a process has it that has just started and asks
  /// by `answer`.
  private func start(
    _ answer: @escaping @Sendable (PassphraseQuestion) throws(PromptFailure) -> SecretBytes
  ) throws -> KeychainConnection {
    let location = KeychainLocation.folder(folder.file("keychain"))
    let maker = KeychainEngine(location: location)
    #expect(maker.execute(Request(.add, query), for: caller).status == .success)
    try maker.rotate(
      RotationPlan(waysIn: [
        .init(
          .passphrase(SharedSecret(Self.bytes("correct horse"))),
          cost: PassphraseCost(memory: 64, passes: 1))
      ]), authorizedBy: nil)
    let owner = KeychainOwner(
      prompt: ClosurePrompt { [asked] question throws(PromptFailure) in
        asked.add()
        return try answer(question)
      })
    let engine = KeychainEngine(location: location, authenticator: owner)
    owner.own(engine)
    return KeychainConnection(engine: engine, caller: caller)
  }

  private var count: Int { asked.value }

  @Test("asks for the passphrase once, unlocks, and goes on")
  func unlocks() throws {
    let keychain = try start { _ in Self.bytes("correct horse") }
    #expect(keychain.execute(Request(.copyMatching, query)).status == .success)
    #expect(keychain.execute(Request(.update, query)).status == .success)
    #expect(count == 1)
    #expect(try keychain.keys().lockState() == .unlocked)
  }

  @Test("says what program wants what, and after a mistake how many tries are left")
  func complaint() throws {
    let questions = Mutex<[PassphraseQuestion]>([])
    let keychain = try start { question in
      questions.withLock { $0.append(question) }
      return Self.bytes(question.complaint == nil ? "wrong" : "correct horse")
    }
    let reason = Request.Entry(.name(RequestKeys.useOperationPrompt), .text("send the letter"))
    #expect(keychain.execute(Request(.copyMatching, query + [reason])).status == .success)
    let all = questions.withLock { $0 }
    #expect(all.map(\.reason) == ["send the letter", "send the letter"])
    #expect(all.last?.complaint?.contains("2 tries") == true)
  }

  @Test("fails after three wrong ones, and when the person cancels, and stays locked")
  func refusals() throws {
    let keychain = try start { _ in Self.bytes("wrong") }
    #expect(keychain.execute(Request(.copyMatching, query)).status == .authFailed)
    #expect(count == 3)
    #expect(try keychain.keys().lockState() == .neverUnlocked)
  }

  @Test("that the person cancels is cancelled")
  func cancelled() throws {
    let keychain = try start { _ throws(PromptFailure) in
      throw PromptFailure(.cancelled, "the person cancelled")
    }
    #expect(keychain.execute(Request(.copyMatching, query)).status == .userCanceled)
    #expect(count == 1)
  }

  @Test("that must not ask fails at once, and asks nobody")
  func forbidden() throws {
    let keychain = try start { _ in Self.bytes("correct horse") }
    let forbidden = Request.Entry(
      .name(RequestKeys.useAuthenticationUI), .text(RequestKeys.authenticationUIFail))
    #expect(
      keychain.execute(Request(.copyMatching, query + [forbidden])).status
        == .interactionNotAllowed)
    #expect(count == 0)
  }

  @Test("of eight threads at once asks once")
  func threads() async throws {
    let keychain = try start { _ in Self.bytes("correct horse") }
    let request = Request(.copyMatching, query)
    let statuses = await withTaskGroup(of: Status.self) { group in
      for _ in 0..<8 { group.addTask { keychain.execute(request).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [Status](repeating: .success, count: 8))
    #expect(count == 1)
  }

  @Test("finds nobody to ask where there is no terminal, no display and no program")
  func nobody() throws {
    _ = try start { _ in Self.bytes("") }
    let owner = KeychainOwner(prompt: PromptChain([]))
    let engine = KeychainEngine(
      location: .folder(folder.file("keychain")), authenticator: owner)
    owner.own(engine)
    let found = engine.execute(Request(.copyMatching, query), for: caller)
    #expect(found.status == .interactionNotAllowed)
    #expect(found.reason?.contains("security unlock-keychain") == true)
  }
}

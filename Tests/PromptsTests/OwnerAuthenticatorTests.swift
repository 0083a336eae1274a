// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainRequests
import Prompts
import Secrets
import Synchronization
import TestFolders
import Testing

extension Asking {
  @Suite("The owner")
  struct OwnerAuthenticatorTests {
    private struct Broken: Error {}

    private func owner(
      _ prompt: some PassphrasePrompt, hasPassphrase: Bool = true,
      _ isRight: @escaping @Sendable (borrowing SecretBytes) throws -> Bool = { secret in
        secret.withBytes { $0.array } == Array("right".utf8)
      }
    ) -> OwnerAuthenticator {
      OwnerAuthenticator(
        prompt: prompt, subject: "the keychain", hasPassphrase: { hasPassphrase }, isRight: isRight)
    }

    private func ask(
      _ owner: OwnerAuthenticator, _ policy: AuthenticationPolicy = .owner
    ) -> AuthenticationFailure? {
      do throws(AuthenticationFailure) {
        try owner.ask(AuthenticationQuestion(policy, reason: "open it"))
        return nil
      } catch {
        return error
      }
    }

    @Test(
      "is recognised by the passphrase, whether or not it may be something else",
      arguments: [.owner, .passphrase] as [AuthenticationPolicy])
    func right(_ policy: AuthenticationPolicy) {
      #expect(ask(owner(Program("echo right").askpass), policy) == nil)
      #expect(ask(owner(Program("echo wrong").askpass), policy) == .rejected)
      #expect(
        ask(owner(Program("echo right").askpass, hasPassphrase: false), policy) == .noPassphrase)
    }

    @Test("has three tries, and is told what was wrong")
    func tries() {
      let program = Program("printf '%s\\n' \"$1\" >>\"$FOLDER/words\"; echo wrong")
      #expect(ask(owner(program.askpass)) == .rejected)
      #expect(
        program.lines("words") == [
          "open it", "passphrase for the keychain:",
          "that is not the passphrase; 2 tries are left", "open it", "passphrase for the keychain:",
          "that is not the passphrase; one try is left", "open it", "passphrase for the keychain:",
        ])
    }

    @Test("has as long as the question says, where it says")
    func timeLimit() {
      let seen = Mutex<[Duration]>([])
      let prompt = ClosurePrompt { question throws(PromptFailure) in
        seen.withLock { $0.append(question.timeLimit) }
        return SecretBytes(copying: Array("right".utf8).rawBytes)
      }
      let owner = owner(prompt)
      for limit in [nil, Duration.seconds(7)] {
        let question = AuthenticationQuestion(.owner, reason: "open it", timeLimit: limit)
        #expect(throws: Never.self) { try owner.ask(question) }
      }
      #expect(seen.withLock { $0 } == [.seconds(60), .seconds(7)])
    }

    @Test("may be right at last")
    func lastTry() {
      let program = Program(
        "echo x >>\"$FOLDER/times\"; [ $(grep -c x \"$FOLDER/times\") = 3 ] && echo right || echo wrong"
      )
      #expect(ask(owner(program.askpass)) == nil)
    }

    @Test("uses up a try with bytes that cannot be a passphrase, which nobody checks")
    func unusable() {
      let program = Program("printf '%s\\n' \"$1\" >>\"$FOLDER/words\"; printf '\\351\\n'")
      let owner = owner(program.askpass) { _ in
        Issue.record("checked")
        return true
      }
      #expect(ask(owner) == .rejected)
      #expect(program.lines("words")[2].contains("UTF-8"))
    }

    @Test(
      "who does not answer has not been recognised",
      arguments: [
        (.cancelled, .cancelledByPerson), (.timedOut, .cancelledBySystem),
        (.withdrawn, .cancelledBySystem), (.nobodyToAsk, .nobodyToAsk),
        (.programFailed, .nobodyToAsk), (.tooLong, .rejected),
      ] as [(PromptFailure.Code, AuthenticationFailure)])
    func failures(_ code: PromptFailure.Code, _ expected: AuthenticationFailure) {
      let prompt = ClosurePrompt { _ throws(PromptFailure) in throw PromptFailure(code, "\(code)") }
      #expect(ask(owner(prompt)) == expected)
    }

    @Test("is not asked for what there is not")
    func missing() throws {
      let program = Program("touch \"$FOLDER/started\"; echo right")
      #expect(ask(owner(program.askpass, hasPassphrase: false)) == .noPassphrase)
      for (policy, expected) in [
        (.biometry, .noBiometry), (.biometryOrCompanion, .noBiometry), (.companion, .noCompanion),
      ] as [(AuthenticationPolicy, AuthenticationFailure)] {
        #expect(ask(owner(program.askpass), policy) == expected)
      }
      let nobody = owner(AskpassPrompt(PromptEnvironment([:])))
      #expect(throws: AuthenticationFailure.nobodyToAsk) { try nobody.check(.owner) }
      #expect(ask(nobody) == .nobodyToAsk)
      #expect(program.folder.names == ["program"])
      try owner(program.askpass).check(.owner)
      #expect(owner(program.askpass).biometry == .none)
    }

    @Test("is not recognised where the check fails, and not asked again")
    func broken() {
      let program = Program("echo x >>\"$FOLDER/times\"; echo right")
      #expect(ask(owner(program.askpass) { _ in throw Broken() }) == .cancelledBySystem)
      #expect(
        ask(owner(program.askpass) { _ in throw AuthenticationFailure.biometryLocked })
          == .biometryLocked)
      #expect(program.lines("times").count == 2)
    }

    @Test("is not asked any more when the question is withdrawn, and the program ends")
    func withdrawal() async {
      let folder = TemporaryFolder()
      let gate = folder.file("gate")
      unsafe mkfifo(gate, 0o600)
      let program = Program("echo $$ >\"$FOLDER/started\"; echo >'\(gate)'; sleep 1000")
      let owner = owner(program.askpass)
      let question = AuthenticationQuestion(.owner, reason: "open it")
      async let failure = Task.detached { () -> AuthenticationFailure? in
        do throws(AuthenticationFailure) {
          try owner.ask(question)
          return nil
        } catch {
          return error
        }
      }.value
      _ = FileBytes.read(gate)
      question.withdraw()
      #expect(await failure == .cancelledBySystem)
      #expect(program.running("started") == [])
    }
  }
}

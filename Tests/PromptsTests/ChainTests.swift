// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainRequests
import Prompts
import Secrets
import Synchronization
import TestFolders
import Testing

extension Asking {
  @Suite("The chain")
  struct ChainTests {
    private func answer(_ text: String) -> ClosurePrompt {
      ClosurePrompt { _ throws(PromptFailure) in
        let bytes = Array(text.utf8)
        return SecretBytes(copying: bytes.rawBytes)
      }
    }

    private func refusal(_ code: PromptFailure.Code) -> ClosurePrompt {
      ClosurePrompt { _ throws(PromptFailure) in throw PromptFailure(code, "\(code)") }
    }

    @Test("asks in the program's own way before any other")
    func explicit() {
      let program = Program("touch \"$FOLDER/started\"; echo other")
      let chain = PromptChain.standard(
        explicit: answer("own"), environment: program.environment("STRONGROOM_ASKPASS"))
      #expect(outcome(chain) == .text("own"))
      #expect(program.folder.names == ["program"])
    }

    @Test("asks by the askpass program before a pinentry, and by a pinentry before the terminal")
    func order() {
      let askpass = Program("echo askpass")
      let pinentry = Program.pinentry("echo 'D pinentry'; echo OK")
      let both = askpass.environment(
        "STRONGROOM_ASKPASS", adding: ["STRONGROOM_PINENTRY": pinentry.path, "DISPLAY": ":99"])
      #expect(outcome(PromptChain.standard(environment: both)) == .text("askpass"))
      let one = pinentry.environment("STRONGROOM_PINENTRY", adding: ["WAYLAND_DISPLAY": "x"])
      #expect(outcome(PromptChain.standard(environment: one)) == .text("pinentry"))
    }

    @Test("does not take what somebody chose for ssh")
    func foreign() {
      let program = Program("touch \"$FOLDER/started\"; echo ssh")
      let environment = program.environment(
        "SSH_ASKPASS", adding: ["SSH_ASKPASS_REQUIRE": "force", "STRONGROOM_PINENTRY": "none"])
      #expect(checkFailure(AskpassPrompt(environment))?.code == .nobodyToAsk)
      #expect(program.folder.names == ["program"])
    }

    @Test("goes on only where a way is not there", arguments: PromptFailure.Code.allCases)
    func fallThrough(_ code: PromptFailure.Code) {
      let expected = code == .nobodyToAsk ? Outcome.text("next") : .failure(code)
      #expect(outcome(PromptChain([refusal(code), answer("next")])) == expected)
    }

    @Test("without any way says what is missing, with the status for it")
    func nobody() throws {
      let chain = PromptChain([
        AskpassPrompt(PromptEnvironment([:])),
        PinentryPrompt(PromptEnvironment(["STRONGROOM_PINENTRY": "none"])),
      ])
      #expect(!chain.canAsk)
      let failure = try #require(promptFailure(chain))
      #expect(failure.code == .nobodyToAsk)
      #expect(failure.status == .interactionNotAllowed)
      #expect(
        failure.reason.contains("STRONGROOM_ASKPASS names no program; STRONGROOM_PINENTRY forbids"))
    }

    @Test("knows that it can ask without asking")
    func canAsk() {
      let program = Program("touch \"$FOLDER/started\"; echo x")
      #expect(PromptChain.standard(environment: program.environment("STRONGROOM_ASKPASS")).canAsk)
      #expect(program.folder.names == ["program"])
    }

    @Test("leaves a later way only the time that is left")
    func remaining() {
      let seen = Mutex(Duration.zero)
      let chain = PromptChain([
        ClosurePrompt { question throws(PromptFailure) in
          seen.withLock { $0 = question.timeLimit }
          throw PromptFailure(.nobodyToAsk, "none")
        },
        ClosurePrompt { question throws(PromptFailure) in
          #expect(question.timeLimit < seen.withLock { $0 })
          return SecretBytes(count: 0)
        },
      ])
      #expect(outcome(chain, question(limit: .seconds(500_000))) == .bytes([]))
      #expect(seen.withLock { $0 } <= PassphraseQuestion.longestTimeLimit)
    }

    @Test("holds an answer of the program's own code to the same rules")
    func rules() {
      let invalid = ClosurePrompt { _ throws(PromptFailure) in
        let bytes: [UInt8] = [0xFF]
        return SecretBytes(copying: bytes.rawBytes)
      }
      #expect(outcome(invalid) == .failure(.notUTF8))
      let long = ClosurePrompt { _ throws(PromptFailure) in SecretBytes(count: 4001) }
      #expect(outcome(long) == .failure(.tooLong))
    }

    @Test("puts one question after the other, and counts the wait for the first")
    func turns() async {
      let folder = TemporaryFolder()
      let slow = Program("echo >\"$FOLDER/begun\"; cat \"$FOLDER/gate\" >/dev/null; echo first")
      unsafe mkfifo(slow.folder.file("begun"), 0o600)
      unsafe mkfifo(slow.folder.file("gate"), 0o600)
      let prompt = slow.askpass
      async let first = Task.detached { outcome(prompt) }.value
      _ = FileBytes.read(slow.folder.file("begun"))
      let other = Program("touch '\(folder.file("started"))'; echo second")
      #expect(outcome(other.askpass, question(limit: .milliseconds(100))) == .failure(.timedOut))
      #expect(folder.names == [])
      FileBytes.write([10], to: slow.folder.file("gate"))
      #expect(await first == .text("first"))
      #expect(outcome(other.askpass) == .text("second"))
    }
  }
}

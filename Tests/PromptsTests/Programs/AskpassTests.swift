// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainRequests
import ProcessMemory
import Prompts
import Secrets
import TestFolders
import Testing

extension Asking {
  @Suite("An askpass program")
  struct AskpassTests {
    @Test(
      "is asked, and the first line that it writes is the answer, byte by byte",
      arguments: [
        ("printf 'secret\\n'", "secret"), ("printf 'secret'", "secret"), ("echo", ""), ("true", ""),
        ("printf ' a\\tb \\r\\nmore\\n'", " a\tb \r"),
        ("printf 'cafe\\314\\201\\n'", "cafe\u{301}"),
        ("printf 'caf\\303\\251\\n'", "caf\u{E9}"), ("printf 'a\\000b\\n'", "a\0b"),
        ("exec 3>&1; printf 'slow'; exec >&-; exec 1>&3; printf 'er\\n'", "slower"),
        ("printf 'secret\\n'; exec >&-; sleep 0.1", "secret"),
        ("printf 'secret\\n'; sleep 1000 &", "secret"),
      ])
    func answers(_ body: String, _ expected: String) {
      // The bytes, because strings are equal that differ in their normal form.
      #expect(outcome(Program(body).askpass) == .text(expected))
    }

    @Test(
      "whose answer cannot be a passphrase gives none",
      arguments: [
        ("printf 'caf\\351\\n'", .notUTF8), ("head -c 4001 /dev/zero", .tooLong),
        ("cat /dev/zero", .tooLong), ("echo a; yes", .tooLong),
      ] as [(String, PromptFailure.Code)])
    func unusable(_ body: String, _ expected: PromptFailure.Code) {
      #expect(outcome(Program(body).askpass) == .failure(expected))
    }

    @Test("may answer with as many bytes as are allowed, and no more")
    func longest() {
      let body = "head -c \(PassphraseQuestion.longestAnswer) /dev/zero | tr '\\0' x; echo"
      #expect(
        outcome(Program(body).askpass)
          == .bytes(Array(repeating: UInt8(ascii: "x"), count: PassphraseQuestion.longestAnswer)))
    }

    @Test("that exits with 1 and says nothing means that the person cancelled")
    func cancelled() {
      #expect(outcome(Program("exit 1").askpass) == .failure(.cancelled, exitCode: 1))
      #expect(promptFailure(Program("exit 1").askpass)?.status == .userCanceled)
    }

    @Test(
      "that fails is a failure, whatever it wrote, and nothing of that is said",
      arguments: [
        ("echo hunter2; exit 1", 1), ("echo hunter2; echo hunter2 >&2; exit 3", 3),
        ("echo hunter2; kill -SEGV $$", nil), ("exit 127", 127),
      ] as [(String, Int32?)])
    func failed(_ body: String, _ code: Int32?) throws {
      let failure = try #require(promptFailure(Program(body).askpass))
      #expect(failure.code == .programFailed)
      #expect(failure.exitCode == code)
      #expect(!failure.reason.contains("hunter2"))
    }

    @Test(
      "is killed with all that it started when the time is over",
      arguments: ["", "trap '' TERM HUP INT\n"])
    func timeLimit(_ trap: String) {
      let program = Program(
        trap
          + "sleep 1000 & echo $! >>\"$FOLDER/started\"; echo $$ >>\"$FOLDER/started\"; echo half; wait; wait"
      )
      let start = ContinuousClock.now
      #expect(outcome(program.askpass, question(limit: .milliseconds(300))) == .failure(.timedOut))
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(program.lines("started").count == 2)
      #expect(program.running("started") == [])
    }

    @Test("is not started when there is no time")
    func noTime() {
      let program = Program("touch \"$FOLDER/started\"; echo secret")
      #expect(outcome(program.askpass, question(limit: .zero)) == .failure(.timedOut))
      #expect(program.folder.names == ["program"])
    }

    @Test("is killed when the question is withdrawn")
    func withdrawal() async {
      let withdrawal = Withdrawal()
      let folder = TemporaryFolder()
      let gate = folder.file("gate")
      unsafe mkfifo(gate, 0o600)
      let program = Program("echo $$ >\"$FOLDER/started\"; echo >'\(gate)'; sleep 1000")
      let prompt = program.askpass
      async let answer = Task.detached {
        outcome(prompt, question(limit: .seconds(60), withdrawal: withdrawal))
      }.value
      // Opens when the program is there.
      _ = FileBytes.read(gate)
      withdrawal.withdraw()
      #expect(await answer == .failure(.withdrawn))
      #expect(program.running("started") == [])
    }

    @Test("is not started for a question that is withdrawn already")
    func withdrawnBefore() {
      let withdrawal = Withdrawal()
      withdrawal.withdraw()
      let program = Program("touch \"$FOLDER/started\"; echo secret")
      #expect(outcome(program.askpass, question(withdrawal: withdrawal)) == .failure(.withdrawn))
      #expect(program.folder.names == ["program"])
    }

    @Test("gets the question as its one argument, without anything that a terminal would obey")
    func argument() {
      let program = Program(
        "echo \"$#\" >\"$FOLDER/words\"; printf '%s\\n' \"$1\" >>\"$FOLDER/words\"; echo x")
      let asked = question(complaint: "wrong", reason: "pay\u{1B}[2J 100 %\u{202E}\n$(reboot)")
      #expect(outcome(program.askpass, asked) == .text("x"))
      #expect(
        program.lines("words") == [
          "1", "wrong", "pay [2J 100 %  $(reboot)", "passphrase for the keychain:",
        ])
    }

    @Test("inherits no file and no signal setting, and not what would start it again")
    func inheritance() {
      let program = Program(
        """
        for file in /proc/$$/fd/*; do readlink "$file"; done | grep -v program >"$FOLDER/files"
        grep SigIgn /proc/$$/status | tr -d '\\t' >"$FOLDER/signals"
        grep SigBlk /proc/$$/status | tr -d '\\t' >>"$FOLDER/signals"
        env | grep -e ^STRONGROOM_ -e ^GPG_TTY -e ^KEPT >"$FOLDER/environment"
        echo x
        """)
      let environment = program.environment(
        "STRONGROOM_ASKPASS",
        adding: [
          "STRONGROOM_PINENTRY": "/a", "GPG_TTY": "/dev/pts/0", "KEPT": "1",
          "STRONGROOM_HOME": "/b",
        ])
      var ends: [CInt] = [0, 0]
      unsafe pipe(&ends)
      defer { for end in ends { close(end) } }
      #expect(outcome(AskpassPrompt(environment)) == .text("x"))
      #expect(
        program.lines("files").sorted().filter { !$0.hasPrefix("pipe:") } == [
          "/dev/null", "/dev/null",
        ])
      #expect(program.lines("files").count == 3)
      // The C library keeps signals 32 and 33 for itself.
      let masks = program.lines("signals").map { UInt64($0.dropFirst(7), radix: 16) ?? .max }
      #expect(masks.map { $0 & 0x7FFF_FFFF } == [0, 0])
      #expect(program.lines("environment").sorted() == ["KEPT=1", "STRONGROOM_HOME=/b"])
    }

    @Test(
      "that cannot be run is a mistake, and no reason to ask in another way",
      arguments: [
        ("program", true), ("/nowhere/at/all", true), ("/tmp", true), ("/etc/passwd", true),
      ])
    func unusablePath(_ path: String, _ isMistake: Bool) {
      let environment = PromptEnvironment(["STRONGROOM_ASKPASS": path])
      #expect(checkFailure(AskpassPrompt(environment))?.code == .programFailed)
      #expect(checkFailure(PromptChain.standard(environment: environment))?.code == .programFailed)
      #expect(outcome(PromptChain.standard(environment: environment)) == .failure(.programFailed))
    }

    @Test("whose interpreter is missing is a failure that says so")
    func interpreter() throws {
      let program = Program("")
      FileBytes.write(Array("#!/nowhere/at/all\n".utf8), to: program.path)
      let failure = try #require(promptFailure(program.askpass))
      #expect(failure.code == .programFailed)
      #expect(failure.reason.contains("No such file"))
    }

    @Test("is never started by a program with more rights than its caller")
    func secureExecution() {
      let program = Program("touch \"$FOLDER/started\"; echo secret")
      let prompt = AskpassPrompt(
        program.environment("STRONGROOM_ASKPASS", isSecureExecution: true))
      #expect(!prompt.canAsk)
      #expect(outcome(prompt) == .failure(.nobodyToAsk))
      #expect(program.folder.names == ["program"])
    }

    @Test("is asked twice for a new passphrase, and anew when the two differ")
    func new() {
      let program = Program(
        """
        printf '%s\\n' "$1" >>"$FOLDER/words"
        case $(grep -c : "$FOLDER/words") in 1) echo one ;; *) echo two ;; esac
        """)
      #expect(outcome(program.askpass, question(isNew: true)) == .text("two"))
      #expect(
        program.lines("words") == [
          "unlock it", "new passphrase for the keychain:", "unlock it",
          "new passphrase for the keychain, again:", "the two passphrases differ", "unlock it",
          "new passphrase for the keychain:", "unlock it",
          "new passphrase for the keychain, again:",
        ])
    }

    @Test("that never repeats a new passphrase gives none after three rounds")
    func neverRepeated() {
      let program = Program("echo $$ | tee -a \"$FOLDER/given\"")
      #expect(outcome(program.askpass, question(isNew: true)) == .failure(.neverRepeated))
      #expect(program.lines("given").count == 6)
    }

    @Test(
      "and a pinentry leave one copy of the answer in memory, the one that is handed out",
      .disabled(if: Sanitizer.isActive))
    func memory() throws {
      let needle = SecretBytes(count: 32) { bytes in
        RandomBytes.fill(&bytes)
        for offset in 0..<32 {
          let letter = bytes.bytes.byte(at: offset) % 26 + UInt8(ascii: "a")
          bytes.storeBytes(of: letter, toByteOffset: offset, as: UInt8.self)
        }
      }
      let folder = TemporaryFolder()
      let file = unsafe open(folder.file("answer"), O_WRONLY | O_CREAT, 0o600)
      let written = needle.withBytes { bytes in
        unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      }
      try #require(written == 32)
      close(file)
      let read = "cat '\(folder.file("answer"))'"
      let prompts: [any PassphrasePrompt] = [
        Program(read).askpass,
        Program.pinentry("printf 'D '; \(read); echo; echo OK").pinentry,
      ]
      #expect(MemoryScan.occurrences(of: needle) == 1)
      for prompt in prompts {
        let answer = try prompt.ask(question())
        let isNeedle = answer.isEqual(to: needle)
        #expect(isNeedle)
        #expect(MemoryScan.occurrences(of: needle) == 2)
        _ = consume answer
        #expect(MemoryScan.occurrences(of: needle) == 1)
      }
    }
  }
}

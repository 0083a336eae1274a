// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainRequests
import Prompts
import TestFolders
import Testing

extension Asking {
  @Suite("A pinentry")
  struct PinentryTests {
    @Test(
      "is asked, and its data lines are joined and unescaped",
      arguments: [
        ("echo 'D secret'; echo OK", "secret"), ("echo OK", ""), ("echo D; echo OK", ""),
        (
          "echo 'S BUTTON_INFO close'; echo '# word'; echo 'D a%25b'; echo 'D %0ac d'; echo 'OK fine'",
          "a%b\nc d"
        ),
        ("printf 'D caf%%C3%%a9\\r\\nOK\\r\\n'", "caf\u{E9}"),
        ("printf 'D a'; printf 'b\\nO'; printf 'K\\n'", "ab"),
      ])
    func answers(_ body: String, _ expected: String) {
      #expect(outcome(Program.pinentry(body).pinentry) == .text(expected))
    }

    @Test(
      "may cancel, or end by itself when nobody answers",
      arguments: [
        ("ERR 83886179 Operation cancelled <Pinentry>", .cancelled), ("ERR 83886194", .cancelled),
        ("ERR 99", .cancelled), ("ERR 83886142 Timeout", .timedOut), ("ERR 83886278", .cancelled),
        ("ERR 83918950 Inappropriate ioctl", .programFailed), ("ERR 83886277", .programFailed),
      ] as [(String, PromptFailure.Code)])
    func errors(_ line: String, _ expected: PromptFailure.Code) throws {
      let failure = try #require(promptFailure(Program.pinentry("echo '\(line)'").pinentry))
      #expect(failure.code == expected)
      #expect((failure.status == .userCanceled) == (expected == .cancelled))
    }

    @Test(
      "that misbehaves ends in an error, soon and with bounded memory",
      arguments: [
        ("while :; do echo 'D aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; done", .tooLong),
        ("yes 'S still here'", .programFailed), ("yes ''", .programFailed),
        ("cat /dev/zero", .programFailed), ("cat /dev/urandom", .programFailed),
        ("echo 'INQUIRE QUALITY x'", .programFailed), ("echo 'D %zz'; echo OK", .programFailed),
        ("echo 'D half'; exit 0", .programFailed), ("kill -9 $$", .programFailed),
        ("echo 'ERR'", .programFailed), ("echo 'ERR 99999999999999999999'", .programFailed),
        ("printf 'D \\351\\nOK\\n'", .notUTF8), ("exec >&-; sleep 1000", .programFailed),
      ] as [(String, PromptFailure.Code)])
    func misbehaviour(_ body: String, _ expected: PromptFailure.Code) {
      #expect(promptFailure(Program.pinentry(body).pinentry)?.code == expected)
    }

    @Test(
      "that does not begin as one is none",
      arguments: ["exit 3", "echo 'Please login:'", "echo 'ERR 1 busy'", "exec <&-; exit 0"])
    func greetings(_ greeting: String) {
      let program = Program.pinentry(greeting: greeting, "echo 'D secret'; echo OK")
      #expect(promptFailure(program.pinentry)?.code == .programFailed)
    }

    @Test(
      "that never answers is killed with all that it started when the time is over",
      arguments: ["sleep 1000 & echo $! >>\"$FOLDER/started\"; echo $$ >>\"$FOLDER/started\"; wait"]
    )
    func timeLimit(_ body: String) {
      for program in [Program.pinentry(body), Program.pinentry(greeting: body, "")] {
        #expect(
          outcome(program.pinentry, question(limit: .milliseconds(300))) == .failure(.timedOut))
        #expect(program.lines("started").count == 2)
        #expect(program.running("started") == [])
      }
    }

    @Test("is killed when the question is withdrawn")
    func withdrawal() async {
      let withdrawal = Withdrawal()
      let folder = TemporaryFolder()
      let gate = folder.file("gate")
      unsafe mkfifo(gate, 0o600)
      let program = Program.pinentry("echo $$ >\"$FOLDER/started\"; echo >'\(gate)'; sleep 1000")
      let prompt = program.pinentry
      async let answer = Task.detached {
        outcome(prompt, question(limit: .seconds(60), withdrawal: withdrawal))
      }.value
      _ = FileBytes.read(gate)
      withdrawal.withdraw()
      #expect(await answer == .failure(.withdrawn))
      #expect(program.running("started") == [])
    }

    @Test("is told everything about the question, escaped")
    func commands() {
      let program = Program.pinentry("echo 'D x'; echo OK")
      var asked = question(complaint: "wrong: 50%", reason: "pay 100%\nnow", limit: .seconds(20))
      asked.cancelTitle = "Not_now"
      #expect(outcome(program.pinentry, asked) == .text("x"))
      let told = program.lines("told")
      for line in [
        "OPTION lc-ctype=C.UTF-8", "OPTION display=:99", "SETTITLE Keychain",
        "SETDESC pay 100%25 now",
        "SETPROMPT passphrase for the keychain:", "SETERROR wrong: 50%25", "SETCANCEL Not__now",
        "GETPIN", "BYE",
      ] {
        #expect(told.contains(line), "\(line)")
      }
      let limit = told.first { $0.hasPrefix("SETTIMEOUT ") }.flatMap { Int($0.dropFirst(11)) }
      #expect((1...20).contains(limit ?? 0))
    }

    @Test("that knows only the least can be asked")
    func old() {
      let program = Program.pinentry(
        others: "OPTION* | SETTIMEOUT* | SETTITLE*) echo 'ERR 536871187 Unknown IPC command' ;;",
        "echo 'D x'; echo OK")
      #expect(outcome(program.pinentry) == .text("x"))
    }

    @Test("gets no line longer than 1000 bytes, and no half character")
    func longReason() {
      let program = Program.pinentry("echo OK")
      let reason = String(repeating: "🗝%", count: 500)
      #expect(outcome(program.pinentry, question(reason: reason)) == .text(""))
      let line = program.lines("told").first { $0.hasPrefix("SETDESC ") } ?? ""
      #expect(line.utf8.count <= 1000)
      #expect(line.utf8.count > 900)
      #expect(!line.contains("\u{FFFD}"))
    }

    @Test("that can have a new passphrase repeated is asked once")
    func repeats() {
      let program = Program.pinentry("echo 'S PIN_REPEATED'; echo 'D x'; echo OK")
      #expect(outcome(program.pinentry, question(isNew: true)) == .text("x"))
      #expect(program.lines("told").count { $0 == "GETPIN" } == 1)
      #expect(program.lines("told").contains("SETREPEAT new passphrase for the keychain, again:"))
    }

    @Test("that cannot is asked again, until both are the same")
    func asksAgain() {
      let program = Program.pinentry(
        others: "SETREPEAT*) echo 'ERR 536871187' ;;",
        "echo x >>\"$FOLDER/times\"; case $(grep -c x \"$FOLDER/times\") in 1) echo 'D one' ;; *) echo 'D two' ;; esac; echo OK"
      )
      #expect(outcome(program.pinentry, question(isNew: true)) == .text("two"))
      #expect(program.lines("told").count { $0 == "GETPIN" } == 4)
      #expect(program.lines("told").contains("SETERROR the two passphrases differ"))
    }

    @Test("is told no answer that was given before, neither in a command nor in its environment")
    func secrets() {
      let program = Program.pinentry(
        """
        tr '\\0' '\\n' </proc/$$/cmdline >>"$FOLDER/seen"; tr '\\0' '\\n' </proc/$$/environ >>"$FOLDER/seen"
        tr '\\0' '\\n' </proc/$PPID/cmdline >>"$FOLDER/seen"; tr '\\0' '\\n' </proc/$PPID/environ >>"$FOLDER/seen"
        echo "D canary$$x"; echo OK
        """)
      let owner = OwnerAuthenticator(
        prompt: program.pinentry, subject: "the keychain", hasPassphrase: { true },
        isRight: { _ in false })
      #expect(throws: AuthenticationFailure.rejected) {
        try owner.ask(AuthenticationQuestion(.owner, reason: "open"))
      }
      let known = program.lines("seen") + program.lines("told")
      #expect(program.lines("told").count { $0 == "GETPIN" } == 3)
      #expect(known.count > 10)
      #expect(!known.contains { $0.contains("canary") })
    }

    @Test("can be forbidden, and is never started by a program with more rights than its caller")
    func never() {
      let none = PromptEnvironment(["STRONGROOM_PINENTRY": "none", "DISPLAY": ":99"])
      #expect(checkFailure(PinentryPrompt(none))?.code == .nobodyToAsk)
      let program = Program.pinentry("echo 'D x'; echo OK")
      let secure = PinentryPrompt(
        program.environment(
          "STRONGROOM_PINENTRY", adding: ["DISPLAY": ":99"], isSecureExecution: true))
      #expect(outcome(secure) == .failure(.nobodyToAsk))
      #expect(program.folder.names == ["program"])
    }

    @Test("that was chosen and cannot be run is a mistake, and no reason to ask in another way")
    func unusablePath() {
      let environment = PromptEnvironment([
        "STRONGROOM_PINENTRY": "pinentry-curses", "DISPLAY": ":99",
      ])
      #expect(checkFailure(PinentryPrompt(environment))?.code == .programFailed)
      #expect(outcome(PromptChain.standard(environment: environment)) == .failure(.programFailed))
    }
  }
}

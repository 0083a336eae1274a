// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import PseudoTerminals
import Testing

extension Asking {
  /// Scripts/setup installs both.
  @Suite("GnuPG's own pinentry")
  struct RealPinentryTests {
    static let programs = ["/usr/bin/pinentry-tty", "/usr/bin/pinentry-curses"]

    private func session(_ program: String, _ words: [String] = []) throws -> TerminalSession {
      try #require(unsafe access(program, X_OK) == 0, "\(program) is missing; run Scripts/setup")
      return try TerminalSession(
        ["pinentry"] + words,
        environment: ["STRONGROOM_PINENTRY": program, "LC_ALL": "C.UTF-8"])
    }

    @Test("asks at the terminal of the program, and gives what is typed", arguments: programs)
    func answers(_ program: String) throws {
      for typed in ["secret", "100% caf\u{E9}"] {
        let session = try session(program)
        #expect(session.sees("passphrase for the keychain"))
        #expect(!session.terminal.echoes)
        session.type(typed + "\r")
        let (lines, ending) = session.finish()
        #expect(lines == [answerLine(typed)])
        #expect(ending == .exit(0))
        #expect(session.terminal.echoes)
        #expect(!session.shown.contains(typed))
        #expect(session.shown.contains("unlock it"))
      }
    }

    @Test("takes a new passphrase twice", arguments: programs)
    func new(_ program: String) throws {
      let session = try session(program, ["new"])
      for _ in 0..<2 {
        #expect(session.sees("passphrase for the keychain"))
        session.type("secret\r")
      }
      #expect(session.finish().lines == [answerLine("secret")])
    }

    @Test("ends with the time limit, and leaves a terminal in order", arguments: programs)
    func timeLimit(_ program: String) throws {
      let session = try session(program, ["limit=1500"])
      #expect(session.sees("passphrase for the keychain"))
      #expect(session.finish().lines == ["timedOut"])
      #expect(session.terminal.echoes)
    }

    @Test("ends with the program when somebody types Ctrl-C", arguments: programs)
    func interrupted(_ program: String) throws {
      let session = try session(program)
      #expect(session.sees("passphrase for the keychain"))
      session.type("\u{3}")
      let (lines, ending) = session.finish()
      // One reads the key itself and cancels, the other leaves it to the terminal.
      #expect(lines == ["cancelled"] || ending == .signal(SIGINT))
      #expect(session.terminal.echoes)
    }

    @Test("is withdrawn with the question", arguments: programs)
    func withdrawn(_ program: String) throws {
      let session = try session(program)
      #expect(session.sees("passphrase for the keychain"))
      kill(session.process, SIGUSR1)
      #expect(session.finish().lines == ["withdrawn"])
      #expect(session.terminal.echoes)
    }

    @Test(
      "that cannot ask leaves the question to the terminal when nobody chose it",
      arguments: programs)
    func background(_ program: String) throws {
      let session = try TerminalSession(
        line: "set -m; \"$WORKER\" pinentry & wait $!",
        environment: ["STRONGROOM_PINENTRY": program])
      #expect(session.finish().lines == ["nobodyToAsk"])
      #expect(!session.shown.contains("passphrase"))
    }
  }
}

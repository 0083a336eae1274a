// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import PseudoTerminals
import Testing

private let label = "passphrase for the keychain: "

extension Asking {
  @Suite("A terminal")
  struct TerminalTests {
    @Test(
      "gives what is typed, edited as always and byte by byte, and shows none of it",
      arguments: [
        ("secret", "secret"), ("", ""), ("caf\u{E9}", "caf\u{E9}"), ("cafe\u{301}", "cafe\u{301}"),
        ("wrong\u{15}secret", "secret"), ("secres\u{7F}t", "secret"),
        ("a 100% \"$x\"", "a 100% \"$x\""),
        ("sec\u{4}ret", "secret"), ("secret\u{4}\u{4}", "secret"),
      ])
    func typing(_ typed: String, _ expected: String) throws {
      let session = try TerminalSession(["terminal"])
      #expect(session.sees("unlock it\r\n" + label))
      #expect(!session.terminal.echoes)
      session.type(typed.hasSuffix("\u{4}\u{4}") ? typed : typed + "\n")
      let (lines, ending) = session.finish()
      #expect(lines == [answerLine(expected)])
      #expect(ending == .exit(0))
      #expect(session.terminal.echoes)
      #expect(session.shown == "unlock it\r\n" + label + "\r\n")
    }

    @Test("is found also where the standard streams lead elsewhere")
    func redirected() throws {
      let session = try TerminalSession(line: "\"$WORKER\" chain </dev/null 2>/dev/null | cat")
      #expect(session.sees(label))
      session.type("secret\n")
      #expect(session.finish().lines == [answerLine("secret")])
    }

    @Test("has Ctrl-D on an empty line cancel")
    func endOfInput() throws {
      let session = try TerminalSession(["terminal"])
      #expect(session.sees(label))
      session.type("\u{4}")
      #expect(session.finish().lines == ["cancelled"])
      #expect(session.terminal.echoes)
    }

    @Test("has Ctrl-C cancel where the program outlives it")
    func survivor() throws {
      let session = try TerminalSession(["terminal", "survive"])
      #expect(session.sees(label))
      session.type("half\u{3}")
      #expect(session.finish().lines == ["cancelled"])
      #expect(session.terminal.echoes)
    }

    @Test("has Ctrl-C cancel where the program was told to ignore it")
    func ignoring() throws {
      let session = try TerminalSession(line: "trap '' INT; exec \"$WORKER\" terminal")
      #expect(session.sees(label))
      session.type("half\u{3}")
      #expect(session.finish().lines == ["cancelled"])
    }

    @Test(
      "shows again what is typed before a signal takes its effect",
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func signals(_ signal: CInt) throws {
      let session = try TerminalSession(["terminal"])
      #expect(session.sees(label))
      session.type("half")
      #expect(!session.terminal.echoes)
      kill(session.process, signal)
      let (lines, ending) = session.finish()
      #expect(lines == [])
      #expect(ending == .signal(signal))
      #expect(session.terminal.echoes)
    }

    @Test("shows again what is typed when another thread ends the program")
    func exiting() throws {
      let session = try TerminalSession(["terminal"])
      #expect(session.sees(label))
      #expect(!session.terminal.echoes)
      kill(session.process, SIGUSR2)
      #expect(session.finish().ending == .exit(7))
      #expect(session.terminal.echoes)
    }

    @Test(
      "asks again when the program was stopped and continued, and shows meanwhile what is typed")
    func stopped() throws {
      let session = try TerminalSession(
        line:
          "set -m; \"$WORKER\" terminal; stty -a </dev/tty | tr ' ' '\\n' | grep -x -e echo -e -echo; fg >/dev/null"
      )
      #expect(session.sees(label))
      session.type("half\u{1A}")
      #expect(session.sees(label))
      session.type("secret\n")
      #expect(session.finish().lines == ["echo", answerLine("secret")])
      #expect(session.terminal.echoes)
    }

    @Test("is not asked by a program in the background, which goes on")
    func background() throws {
      let session = try TerminalSession(
        line: "set -m; \"$WORKER\" terminal & wait $!; \"$WORKER\" chain check & wait $!")
      #expect(session.finish().lines == ["nobodyToAsk", "nobodyToAsk"])
      #expect(!session.shown.contains(label))
    }

    @Test("is missed at once by a program that has none, and by all the others")
    func none() throws {
      let start = ContinuousClock.now
      for way in ["terminal", "pinentry", "chain"] {
        for more in [[], ["check"]] {
          let session = try TerminalSession([way] + more, hasTerminal: false)
          #expect(session.finish().lines == ["nobodyToAsk"])
        }
      }
      #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("can be asked, which is known without asking")
    func canAsk() throws {
      let session = try TerminalSession(["chain", "check"])
      #expect(session.finish().lines == ["can ask"])
      #expect(session.shown == "")
    }

    @Test("gives up when the time is over, and hands what was half typed to nobody")
    func timeLimit() throws {
      let session = try TerminalSession(
        line: "\"$WORKER\" terminal limit=500; IFS= read -r line; echo \"rest $line\"")
      #expect(session.sees(label))
      session.type("half")
      #expect(session.says("timedOut"))
      session.type("more\n")
      #expect(session.finish().lines == ["timedOut", "rest more"])
      #expect(session.terminal.echoes)
    }

    @Test("gives up when the question is withdrawn")
    func withdrawal() throws {
      let session = try TerminalSession(["terminal"])
      #expect(session.sees(label))
      kill(session.process, SIGUSR1)
      #expect(session.finish().lines == ["withdrawn"])
      #expect(session.terminal.echoes)
    }

    @Test("does not wait for one whose output is halted longer than for a person")
    func halted() throws {
      let session = try TerminalSession(
        line: "stty -a </dev/tty >/dev/null; \"$WORKER\" terminal limit=700 times=2 | head -n 2")
      #expect(session.sees(label))
      session.type("\u{13}")
      #expect(session.finish().lines == ["timedOut", "timedOut"])
    }

    @Test("gives no answer that is too long for its line, and does not cut it")
    func tooLong() throws {
      for count in [4001, 6000] {
        let session = try TerminalSession(["terminal"])
        #expect(session.sees(label))
        session.type(String(repeating: "x", count: count) + "\n")
        #expect(session.finish().lines == ["tooLong"])
      }
    }

    @Test("gives no answer that is not UTF-8")
    func latin() throws {
      let session = try TerminalSession(["terminal"])
      #expect(session.sees(label))
      let bytes: [UInt8] = [0x63, 0x61, 0x66, 0xE9, 0x0A]
      _ = unsafe write(session.terminal.person, bytes, bytes.count)
      #expect(session.finish().lines == ["notUTF8"])
    }

    @Test("has a new passphrase typed twice, until both are the same")
    func new() throws {
      let session = try TerminalSession(["terminal", "new"])
      for typed in ["one", "two", "three", "three"] {
        #expect(session.sees("passphrase for the keychain"))
        #expect(session.sees(": "))
        session.type(typed + "\n")
      }
      #expect(session.finish().lines == [answerLine("three")])
      #expect(session.shown.contains("the two passphrases differ"))
    }

    @Test("is not lent to an askpass program, which would be stopped by it")
    func askpass() throws {
      let program = Program("(: </dev/tty) 2>/dev/null && echo terminal || echo none")
      let session = try TerminalSession(
        ["chain"], environment: ["STRONGROOM_ASKPASS": program.path])
      #expect(session.finish().lines == [answerLine("none")])
      #expect(session.shown == "")
    }

    @Test("leaves no file open and no process behind, whatever comes of the questions")
    func leaks() throws {
      let session = try TerminalSession(["terminal", "times=4", "limit=20"])
      #expect(session.finish().lines.suffix(2) == ["timedOut", "files 0, children none"])
      for body in ["echo x", "sleep 1000", "exit 1", "yes"] {
        let program = Program(body)
        let session = try TerminalSession(
          ["askpass", "times=4", "limit=50"], environment: ["STRONGROOM_ASKPASS": program.path])
        #expect(session.finish().lines.last == "files 0, children none", "\(body)")
      }
      for body in ["echo 'D x'; echo OK", "sleep 1000", "exit 1", "cat /dev/zero"] {
        let program = Program.pinentry(body)
        let session = try TerminalSession(
          ["pinentry", "times=4", "limit=50"], environment: ["STRONGROOM_PINENTRY": program.path])
        #expect(session.finish().lines.last == "files 0, children none", "\(body)")
      }
    }
  }
}

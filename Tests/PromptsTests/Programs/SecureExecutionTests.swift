// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import TestFolders
import Testing

extension Asking {
  @Suite("A program with more rights than its caller")
  struct SecureExecutionTests {
    /// Only root can give a program to a group that its caller is not in.
    @Test(
      "starts no program that its environment names", .enabled(if: geteuid() == 0),
      arguments: [("askpass", "STRONGROOM_ASKPASS"), ("pinentry", "STRONGROOM_PINENTRY")])
    func setGroup(_ way: String, _ variable: String) throws {
      let program =
        way == "askpass" ? Program("echo secret") : .pinentry("echo 'D secret'; echo OK")
      unsafe chmod(program.folder.path, 0o777)
      unsafe chmod(program.path, 0o755)
      let worker = program.folder.file("worker")
      OrdinaryUser.install("PromptsWorker", at: worker)
      let run = {
        ChildProcess(
          OrdinaryUser.command([worker, way]),
          environment: [variable: program.path, "DISPLAY": ":99"]
        ).line()
      }
      #expect(run() == answerLine("secret"))
      unsafe chown(worker, 0, 4242)
      unsafe chmod(worker, 0o2755)
      #expect(run() == "nobodyToAsk")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import TestFolders
import Testing

@Suite("Without permission")
struct PermissionTests {
  private let user = OrdinaryUsersKeychain()

  @Test(
    "a missing folder that cannot be made is an error that names it, and is made once it can be")
  func missingFolder() throws {
    unsafe chmod(user.above, 0o500)
    let process = try user.start()
    #expect(process.ask("find a")?.hasPrefix("-25300 ") == true)
    let answer = try #require(process.ask("add a 1 1"))
    #expect(answer.hasPrefix("-25291 "))
    #expect(answer.contains(user.path) && answer.contains("permission"), "\(answer)")
    #expect(Folders.names(in: user.above).isEmpty)
    unsafe chmod(user.above, 0o700)
    #expect(process.ask("add a 1 1") == "0 ")
    #expect(process.ask("find a") == "0 1")
  }

  @Test(
    "a folder or file that the user may not use is an error that names it; nothing changes, and it works again afterwards",
    arguments: [
      ("", 0o500, "chmod 700"), ("", 0o000, "chmod 700"), ("", 0o755, "chmod 700"),
      ("/keybag", 0o000, "keybag"), ("/device.key", 0o000, "device.key"),
      ("/keychain.1.db", 0o000, "keychain.1.db"), ("/keychain.1.db", 0o200, "keychain.1.db"),
      ("/keychain.lock", 0o000, "keychain.lock"), ("/keychain.lock", 0o400, "keychain.lock"),
    ] as [(String, mode_t, String)])
  func refused(_ name: String, _ mode: mode_t, _ hint: String) throws {
    #expect(try user.answer("add a 1 1") == "0 ")
    let before = user.contents()
    let usual: mode_t = name.isEmpty ? 0o700 : 0o600
    unsafe chmod(user.path + name, mode)
    let process = try user.start()
    for line in ["find a", "add b 1 1", "update a 2 1", "delete a"] {
      let answer = try #require(process.ask(line))
      #expect(answer.hasPrefix("-25291 ") || answer.hasPrefix("-25292 "), "\(line): \(answer)")
      #expect(answer.contains(hint), "\(line): \(answer)")
    }
    #expect(user.contents() == before)
    unsafe chmod(user.path + name, usual)
    #expect(process.ask("find a") == "0 1")
    #expect(process.ask("add b 2 1") == "0 ")
    #expect(try user.answer("find b") == "0 2")
  }

  @Test("a database that can only be read is an error for writers, and works again afterwards")
  func readOnlyDatabase() throws {
    #expect(try user.answer("add a 1 1") == "0 ")
    let before = user.contents()
    unsafe chmod(user.path + "/keychain.1.db", 0o400)
    let process = try user.start()
    for line in ["add b 1 1", "update a 2 1", "delete a"] {
      let answer = try #require(process.ask(line))
      #expect(answer.hasPrefix("-25291 ") || answer.hasPrefix("-25292 "), "\(line): \(answer)")
      #expect(answer.contains("keychain.1.db"), "\(line): \(answer)")
    }
    #expect(user.contents() == before)
    unsafe chmod(user.path + "/keychain.1.db", 0o600)
    #expect(process.ask("add b 2 1") == "0 ")
    #expect(try user.answer("find a") == "0 1")
  }

  @Test("somebody else's folder is refused and left as it is")
  func foreignFolder() throws {
    // Root's: as root one that would do but for its owner, otherwise one that every machine has.
    let path = geteuid() == 0 ? user.path : "/usr"
    unsafe mkdir(path, 0o700)
    let process = try user.start(path)
    for line in ["find a", "add a 1 1"] {
      let answer = try #require(process.ask(line))
      #expect(answer.hasPrefix("-25291 "))
      #expect(
        answer.contains("belongs to user 0") && answer.contains("STRONGROOM_HOME"), "\(answer)")
    }
    if path == user.path {
      #expect(Folders.names(in: path).isEmpty)
      OrdinaryUser.own(path)
      #expect(process.ask("add a 1 1") == "0 ")
    }
  }

  @Test(
    "files of somebody else in the user's folder are refused, and work again when they are the user's"
  )
  func foreignFile() throws {
    try #require(geteuid() == 0, "giving files away takes root; run this test as root")
    #expect(try user.answer("add a 1 1") == "0 ")
    for name in ["keybag", "device.key", "keychain.1.db"] {
      unsafe chown(user.path + "/" + name, 0, 0)
      let answer = try user.answer("find a")
      #expect(answer.hasPrefix("-25291 ") && answer.contains(name), "\(answer)")
      OrdinaryUser.own(user.path + "/" + name)
      #expect(try user.answer("find a") == "0 1")
    }
  }
}

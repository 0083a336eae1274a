// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import KeychainRequests
import TestFolders
import Testing

@Suite("A keychain that is named")
struct NamedKeychainTests {
  @Test(
    "as macOS names the user's own is that one",
    arguments: [
      "login.keychain", "login.keychain-db", "/Users/a/Library/Keychains/login.keychain-db",
      "Library/Keychains/login.keychain",
    ])
  func usersOwn(_ name: String) {
    #expect(NamedKeychain(name, workingFolder: "/nonexistent") == .usersOwn)
  }

  @Test(
    "is missing where nothing is, and the reason quotes the name",
    arguments: [
      "build.keychain", "", ".", "./login.keychain", "/nonexistent/k", "k/",
      "/MyLibrary/Keychains/login.keychain",
    ])
  func missing(_ name: String) {
    guard case .missing(let reason) = NamedKeychain(name, workingFolder: "/nonexistent") else {
      Issue.record("found a keychain")
      return
    }
    #expect(reason.contains("\"\(name)\""))
  }

  @Test("is the folder that a relative or absolute path leads to once an item has been added")
  func folder() {
    let folder = TemporaryFolder()
    let location = KeychainLocation.folder(folder.path)
    #expect(location.isVacant)
    let connection = KeychainConnection(
      .embedded(location), caller: Caller.userCommand("tests"))
    let added = connection.execute(
      Request(.add, [.init(.name(RequestKeys.itemClass), .text("genp"))]))
    #expect(added.status == .success)
    #expect(NamedKeychain(folder.path) == .folder(location))
    #expect(
      NamedKeychain("./", workingFolder: folder.path) == .folder(.folder(folder.path + "/./")))
  }

  @Test("can be shared by connections of several callers")
  func shared() {
    let connection = KeychainConnection(
      .embedded(.memory), caller: Caller.userCommand("tests"))
    let item: Request.Dictionary = [.init(.name(RequestKeys.itemClass), .text("genp"))]
    #expect(connection.execute(Request(.add, item)).status == .success)
    let other = connection.acting(as: Caller.userCommand("tests", group: "other"))
    #expect(other.execute(Request(.copyMatching, item)).status == .itemNotFound)
    let same = connection.acting(as: Caller.userCommand("tests", group: "tests"))
    #expect(same.execute(Request(.copyMatching, item)).status == .success)
  }
}

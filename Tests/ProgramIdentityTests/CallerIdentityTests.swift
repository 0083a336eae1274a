// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainClient
import KeychainRequests
import ProgramIdentity
import TestFolders
import Testing

@Suite("The identity of a program in an embedded keychain")
struct CallerIdentityTests {
  private let folder = TemporaryFolder()

  private func propertyList(_ entries: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>\(entries)</dict></plist>
      """.utf8)
  }

  private func entitled(_ entries: String, _ variables: [String: String] = [:]) -> Caller {
    FileBytes.write(propertyList(entries), to: folder.file("app.entitlements"))
    return CallerIdentity.resolve(Environment(variables), executable: folder.file("app"))
  }

  private func array(_ key: String, _ values: String...) -> String {
    "<key>\(key)</key><array>\(values.map { "<string>\($0)</string>" }.joined())</array>"
  }

  @Test("is what the entitlements beside it say, in Apple's order")
  func entitlements() {
    let caller = entitled(
      array("com.apple.security.application-groups", "group.shared", "group.more")
        + "<key>application-identifier</key><string>ABCDE12345.com.app</string>"
        + array("keychain-access-groups", "ABCDE12345.com.keys", "ABCDE12345.com.shared"))
    #expect(caller.applicationIdentifier == "ABCDE12345.com.app")
    #expect(
      caller.accessGroups
        == .listed([
          "ABCDE12345.com.keys", "ABCDE12345.com.shared", "ABCDE12345.com.app", "group.shared",
          "group.more",
        ]))
    #expect(caller.evidence == .entitlementsFile)
  }

  @Test("has Xcode's variables expanded from the environment, or from the application identifier")
  func expansion() {
    let entries =
      "<key>application-identifier</key><string>ABCDE12345.com.app</string>"
      + array(
        "keychain-access-groups", "$(AppIdentifierPrefix)com.shared", "$(TeamIdentifierPrefix)x",
        "plain")
    #expect(
      entitled(entries).accessGroups
        == .listed(["ABCDE12345.com.shared", "ABCDE12345.x", "plain", "ABCDE12345.com.app"]))
    for prefix in ["ZZZZZ99999", "ZZZZZ99999."] {
      let caller = entitled(entries, ["STRONGROOM_APP_IDENTIFIER_PREFIX": prefix])
      #expect(
        caller.accessGroups
          == .listed(["ZZZZZ99999.com.shared", "ZZZZZ99999.x", "plain", "ABCDE12345.com.app"]))
    }
    let without = entitled(array("keychain-access-groups", "$(AppIdentifierPrefix)com.shared"))
    #expect(without.accessGroups == .listed(["com.shared"]))
  }

  @Test("drops a list that holds something else than strings, as Apple's does")
  func mixedList() {
    let caller = entitled(
      "<key>application-identifier</key><string>com.app</string>"
        + "<key>keychain-access-groups</key><array><string>a</string><integer>1</integer></array>")
    #expect(caller.accessGroups == .listed(["com.app"]))
  }

  @Test("has the group of tokens last")
  func tokens() {
    let caller = entitled(array("keychain-access-groups", "com.apple.token", "a"))
    #expect(caller.accessGroups == .listed(["a", "com.apple.token"]))
  }

  @Test(
    "from a file that is no property list gives no group at all",
    arguments: ["", "noise", "<plist>", "{\"a\": 1}"])
  func unreadable(_ content: String) {
    FileBytes.write(Array(content.utf8), to: folder.file("app.entitlements"))
    let caller = CallerIdentity.resolve(Environment([:]), executable: folder.file("app"))
    #expect(caller.accessGroups == .listed([]))
    #expect(caller.evidence == .entitlementsFile)
  }

  @Test("from a file that cannot be read gives no group either")
  func notAFile() {
    unsafe mkdir(folder.file("app.entitlements"), 0o700)
    let caller = CallerIdentity.resolve(Environment([:]), executable: folder.file("app"))
    #expect(caller.accessGroups == .listed([]))
    unsafe rmdir(folder.file("app.entitlements"))
  }

  @Test("without entitlements is the bundle identifier of an Info.plist beside it")
  func bundle() {
    FileBytes.write(
      propertyList("<key>CFBundleIdentifier</key><string>org.example.tool</string>"),
      to: folder.file("Info.plist"))
    let caller = CallerIdentity.resolve(Environment([:]), executable: folder.file("app"))
    #expect(caller.applicationIdentifier == "org.example.tool")
    #expect(caller.accessGroups == .listed(["org.example.tool"]))
    #expect(caller.evidence == .informationPropertyList)
  }

  @Test("without anything beside it is its name")
  func name() {
    let caller = CallerIdentity.resolve(Environment([:]), executable: folder.file("some-tool"))
    #expect(caller.accessGroups == .listed(["some-tool"]))
    #expect(caller.evidence == .executableName)
  }

  @Test("from the environment goes before everything else")
  func environment() {
    let entries = array("keychain-access-groups", "from-file")
    let both = entitled(
      entries,
      [
        "STRONGROOM_APPLICATION_IDENTIFIER": "com.app", "STRONGROOM_ACCESS_GROUPS": "a, b,c",
      ])
    #expect(both.accessGroups == .listed(["a", "b", "c", "com.app"]))
    #expect(both.evidence == .environmentVariable)
    #expect(
      entitled(entries, ["STRONGROOM_APPLICATION_IDENTIFIER": "com.app"]).accessGroups
        == .listed(["com.app"]))
    let groups = entitled(
      entries,
      [
        "STRONGROOM_ACCESS_GROUPS": "$(AppIdentifierPrefix)s",
        "STRONGROOM_APP_IDENTIFIER_PREFIX": "P",
      ])
    #expect(groups.accessGroups == .listed(["P.s"]))
    #expect(groups.applicationIdentifier == "P.s")
  }

  @Test("from a list of groups that is empty is a program without any", arguments: [",", ",,"])
  func noGroups(_ list: String) {
    let caller = CallerIdentity.resolve(
      Environment(["STRONGROOM_ACCESS_GROUPS": list]), executable: folder.file("app"))
    #expect(caller.accessGroups == .listed([]))
    #expect(caller.applicationIdentifier == "app")
  }

  @Test("of the user's own commands has every group, or one")
  func commands() {
    #expect(Caller.userCommand("security").accessGroups == .all(default: "security"))
    #expect(Caller.userCommand("security", group: "g").accessGroups == .listed(["g"]))
  }

  @Test("of this process is found without help")
  func ownProcess() {
    let caller = CallerIdentity.resolve(Environment([:]))
    #expect(caller.applicationIdentifier.isEmpty == false)
  }
}

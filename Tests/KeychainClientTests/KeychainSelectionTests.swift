// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import KeychainEngine
import Testing

@Suite("Which keychain a process uses")
struct KeychainSelectionTests {
  private let noDaemon = "/nonexistent/daemon"

  @Test(
    "is what the environment says",
    arguments: [
      (["STRONGROOM_KEYCHAIN": "memory:"], KeychainLocation.memory),
      (["STRONGROOM_KEYCHAIN": "file:/a/b"], .folder("/a/b")),
      (["STRONGROOM_HOME": "/h", "HOME": "/u"], .folder("/h")),
      (["XDG_DATA_HOME": "/x", "HOME": "/u"], .folder("/x/strongroom")),
      (["XDG_DATA_HOME": "relative", "HOME": "/u"], .folder("/u/.local/share/strongroom")),
      (["HOME": "/u"], .folder("/u/.local/share/strongroom")),
    ])
  func chosen(_ variables: [String: String], _ location: KeychainLocation) {
    let selection = KeychainSelection(Environment(variables), daemonMarker: noDaemon)
    #expect(selection == .embedded(location))
  }

  @Test(
    "is none when the choice makes no sense, and the reason quotes it",
    arguments: ["file:relative", "file:", "unix:/run/s", "keyring", "memory"])
  func refused(_ choice: String) throws {
    let selection = KeychainSelection(
      Environment(["STRONGROOM_KEYCHAIN": choice, "HOME": "/u"]), daemonMarker: noDaemon)
    guard case .unavailable(let reason) = selection else {
      Issue.record("\(choice) was accepted")
      return
    }
    #expect(reason.contains("STRONGROOM_KEYCHAIN"))
  }
}

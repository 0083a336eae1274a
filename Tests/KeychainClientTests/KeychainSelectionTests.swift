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
    "is known with what decided",
    arguments: [
      (
        ["STRONGROOM_KEYCHAIN": "memory:", "STRONGROOM_HOME": "/h"],
        KeychainSelection.Origin.keychainVariable
      ),
      (["STRONGROOM_HOME": "/h", "XDG_DATA_HOME": "/x"], .folderVariable),
      (["XDG_DATA_HOME": "/x", "HOME": "/u"], .dataFolderVariable),
      (["XDG_DATA_HOME": "x", "HOME": "/u"], .homeVariable), ([:], .userDatabase),
    ])
  func origin(_ variables: [String: String], _ origin: KeychainSelection.Origin) {
    let environment = Environment(variables)
    #expect(KeychainSelection.reading(environment, daemonMarker: noDaemon).origin == origin)
    // Any file that is there.
    let marked = KeychainSelection.reading(environment, daemonMarker: "/dev/null")
    #expect(marked.origin == (origin == .keychainVariable ? origin : .daemonMarker))
    if variables.isEmpty, case .embedded(.folder(let path)) = KeychainSelection(environment) {
      #expect(path.hasSuffix("/.local/share/strongroom"))
    }
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

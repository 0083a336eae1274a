// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Shows the main job in a throw-away folder, one narrated line a step, and fails loudly when a
/// step is not what it says.
///
/// Called with a role it is one of the other programs of the demonstration: the one that fetches a
/// key, or one of three that share a password or do not.
@main
enum Demo {
  static func main() {
    if let role = Role(arguments: CommandLine.arguments) { return role.play() }
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("strongroom-demo: error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    let folder = try DemoFolder()
    defer { folder.remove() }
    // Before the first call on the keychain, which looks once.
    setenv("STRONGROOM_KEYCHAIN", "file:" + folder.keychain, 1)
    for name in Role.identityVariables { unsetenv(name) }

    let tale = Narration()
    tale.say("working in \(folder.path), which goes when the demonstration ends")
    let key = try KeySteps.store(tale)
    try KeySteps.fetchElsewhere(tale, key, folder)
    try SharingSteps.run(tale, folder)
    try DatabaseSteps.write(tale, key, folder)
    try DatabaseSteps.refuse(tale, key, folder)
    try CanarySteps.run(tale, key, folder)
    try KeySteps.delete(tale)
    tale.say("all seven steps did what they said")
  }
}

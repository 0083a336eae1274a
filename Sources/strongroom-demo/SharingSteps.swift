// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Step 3: programs A and B share an access group, C does not.
enum SharingSteps {
  static func run(_ tale: Narration, _ folder: DemoFolder) throws {
    let shared = "$(AppIdentifierPrefix)com.apps.shared"
    let expanded = "ABCDE12345.com.apps.shared"
    let a = try folder.install("A", accessGroups: ["$(AppIdentifierPrefix)com.apps.A", shared])
    let b = try folder.install("B", accessGroups: ["$(AppIdentifierPrefix)com.apps.B", shared])
    let c = try folder.install("C", accessGroups: ["$(AppIdentifierPrefix)com.apps.C"])

    let password = "shared-password-\(UUID().uuidString)"
    let put = try folder.run(a, ["put", "ada", expanded, password])
    try tale.expect(put == "0", "A's SecItemAdd gave \(put)")
    let got = try folder.run(b, ["get", "ada"])
    try tale.expect(got == "0 \(password)", "B got \(got)")
    let missing = try folder.run(c, ["get", "ada"])
    try tale.expect(missing == "\(errSecItemNotFound)", "C got \(missing)")
    let foreign = try folder.run(c, ["get", "ada", expanded])
    try tale.expect(foreign == "\(errSecMissingEntitlement)", "C, naming the group, got \(foreign)")
    tale.step(
      3,
      "program A shared a password with B through the group \(expanded); C, which is not a member, gets \(missing), and \(foreign) when it names the group"
    )
  }
}

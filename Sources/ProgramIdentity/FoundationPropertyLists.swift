// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
package import KeychainClient

/// Reads property lists of every form, as Foundation does.
package struct FoundationPropertyLists: PropertyListReading {
  package init() {}

  private struct EntitlementsFile: Decodable {
    let entries: EntitlementEntries

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: EntitlementEntries.Name.self)
      entries = EntitlementEntries(
        applicationIdentifier: try? container.decode(String.self, forKey: .applicationIdentifier),
        macApplicationIdentifier: try? container.decode(
          String.self, forKey: .macApplicationIdentifier),
        keychainAccessGroups: try? container.decode([String].self, forKey: .keychainAccessGroups),
        applicationGroups: try? container.decode([String].self, forKey: .applicationGroups))
    }
  }

  private struct InformationFile: Decodable {
    var CFBundleIdentifier: String?
  }

  package func entitlements(_ bytes: [UInt8]) -> EntitlementEntries? {
    try? PropertyListDecoder().decode(EntitlementsFile.self, from: Data(bytes)).entries
  }

  package func bundleIdentifier(_ bytes: [UInt8]) -> String? {
    let file = try? PropertyListDecoder().decode(InformationFile.self, from: Data(bytes))
    return file?.CFBundleIdentifier.flatMap { $0.isEmpty ? nil : $0 }
  }
}

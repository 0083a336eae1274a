// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// What an entitlements file says that the keychain needs.
struct Entitlements {
  let applicationIdentifier: String?
  /// In Apple's order: the keychain access groups, the application identifier, the application
  /// groups.
  let accessGroups: [String]

  private struct File: Decodable {
    var applicationIdentifier: String?
    var macApplicationIdentifier: String?
    var keychainAccessGroups: [String]?
    var applicationGroups: [String]?

    enum CodingKeys: String, CodingKey {
      case applicationIdentifier = "application-identifier"
      case macApplicationIdentifier = "com.apple.application-identifier"
      case keychainAccessGroups = "keychain-access-groups"
      case applicationGroups = "com.apple.security.application-groups"
    }

    /// An entry of another type counts as absent, as on Apple's systems.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      applicationIdentifier = try? container.decode(String.self, forKey: .applicationIdentifier)
      macApplicationIdentifier = try? container.decode(
        String.self, forKey: .macApplicationIdentifier)
      keychainAccessGroups = try? container.decode([String].self, forKey: .keychainAccessGroups)
      applicationGroups = try? container.decode([String].self, forKey: .applicationGroups)
    }
  }

  /// Nil when `bytes` are no property list.
  init?(_ bytes: [UInt8], prefix: String?) {
    guard let file = try? PropertyListDecoder().decode(File.self, from: Data(bytes)) else {
      return nil
    }
    let identifier = file.applicationIdentifier ?? file.macApplicationIdentifier
    let expansion = EntitlementExpansion(
      prefix: prefix, applicationIdentifier: identifier)
    applicationIdentifier = identifier.map(expansion.expand)
    var groups: [String] = []
    for group in (file.keychainAccessGroups ?? []) + [identifier].compactMap(\.self)
      + (file.applicationGroups ?? [])
    {
      let group = expansion.expand(group)
      if !group.isEmpty, !groups.contains(group) { groups.append(group) }
    }
    // Readable by everybody on Apple's systems, and no place for new items.
    let tokens = "com.apple.token"
    accessGroups =
      groups.contains(tokens) ? groups.filter { $0 != tokens } + [tokens] : groups
  }
}

/// What an `Info.plist` says that the keychain needs.
enum InformationPropertyList {
  private struct File: Decodable {
    var CFBundleIdentifier: String?
  }

  static func bundleIdentifier(_ bytes: [UInt8]) -> String? {
    let file = try? PropertyListDecoder().decode(File.self, from: Data(bytes))
    return file?.CFBundleIdentifier.flatMap { $0.isEmpty ? nil : $0 }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import KeychainClient
package import KeychainRequests

/// Says who this process is to an embedded keychain, by the first of these that exists: environment
/// variables, an entitlements file beside the executable, an `Info.plist` beside it, the
/// executable's name.
///
/// Nobody vouches for any of it: in an embedded keychain, access groups are labels, not protection.
package enum CallerIdentity {
  /// The identity of this process, or of the program at the path `executable`.
  package static func resolve(_ environment: Environment, executable: String? = nil) -> Caller {
    let executable = executable ?? ownExecutable()
    let prefix = environment["STRONGROOM_APP_IDENTIFIER_PREFIX"]
    if let caller = fromEnvironment(environment, prefix: prefix) { return caller }
    let name = executable.split(separator: "/").last.map(String.init) ?? "unknown"
    let folder = String(executable.dropLast(name.count))
    if let bytes = SmallFile.read(executable + ".entitlements") {
      return fromEntitlements(bytes, prefix: prefix, executable: name)
    }
    if let bytes = SmallFile.read(folder + "Info.plist"),
      let bundle = InformationPropertyList.bundleIdentifier(bytes)
    {
      return caller(bundle, groups: [bundle], .informationPropertyList)
    }
    return caller(name, groups: [name], .executableName)
  }

  private static func fromEnvironment(_ environment: Environment, prefix: String?) -> Caller? {
    let identifier = environment["STRONGROOM_APPLICATION_IDENTIFIER"]
    let groups = environment["STRONGROOM_ACCESS_GROUPS"]?.split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
    guard identifier != nil || groups != nil else { return nil }
    let expansion = EntitlementExpansion(prefix: prefix, applicationIdentifier: identifier)
    var all = (groups ?? []).map(expansion.expand)
    if let identifier, !all.contains(identifier) { all.append(expansion.expand(identifier)) }
    return caller(identifier ?? all[0], groups: all, .environmentVariable)
  }

  private static func fromEntitlements(
    _ bytes: [UInt8], prefix: String?, executable: String
  ) -> Caller {
    guard let entitlements = Entitlements(bytes, prefix: prefix) else {
      // A file that says something unreadable must not give more than one that says nothing.
      return caller(executable, groups: [], .entitlementsFile)
    }
    return caller(
      entitlements.applicationIdentifier ?? executable, groups: entitlements.accessGroups,
      .entitlementsFile)
  }

  private static func caller(
    _ identifier: String, groups: [String], _ evidence: Caller.Evidence
  ) -> Caller {
    Caller(
      userID: geteuid(), applicationIdentifier: identifier, accessGroups: .listed(groups),
      evidence: evidence)
  }

  private static func ownExecutable() -> String {
    var path = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { return CommandLine.arguments.first ?? "unknown" }
    return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

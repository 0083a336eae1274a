// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import KeychainRequests

/// What lies around a program and says who it is to an embedded keychain, by the first of these
/// that exists: environment variables, an entitlements file beside the executable, an `Info.plist`
/// beside it, the executable's name.
///
/// Nobody vouches for any of it: in an embedded keychain, access groups are labels, not protection.
package struct ProgramSurroundings {
  private let environment: Environment
  package let executable: String

  /// Those of this process, or of the program at the path `executable`.
  package init(_ environment: Environment, executable: String? = nil) {
    self.environment = environment
    self.executable = executable ?? Self.ownExecutable()
  }

  package var entitlementsFile: String { executable + ".entitlements" }
  package var informationFile: String { executable.dropLast(name.count) + "Info.plist" }

  private var name: String { executable.split(separator: "/").last.map(String.init) ?? "unknown" }

  /// Who the program is.
  package func identity(reading reader: some PropertyListReading) -> Caller {
    let prefix = environment["STRONGROOM_APP_IDENTIFIER_PREFIX"]
    if let caller = fromEnvironment(prefix: prefix) { return caller }
    if let bytes = SmallFile.read(entitlementsFile) {
      // A file that says something unreadable must not give more than one that says nothing.
      guard let entries = reader.entitlements(bytes) else {
        return caller(name, groups: [], .entitlementsFile)
      }
      let entitlements = Entitlements(entries, prefix: prefix)
      return caller(
        entitlements.applicationIdentifier ?? name, groups: entitlements.accessGroups,
        .entitlementsFile)
    }
    if let bytes = SmallFile.read(informationFile), let bundle = reader.bundleIdentifier(bytes) {
      return caller(bundle, groups: [bundle], .informationPropertyList)
    }
    return caller(name, groups: [name], .executableName)
  }

  private func fromEnvironment(prefix: String?) -> Caller? {
    let identifier = environment["STRONGROOM_APPLICATION_IDENTIFIER"]
    let groups = environment["STRONGROOM_ACCESS_GROUPS"]?.split(separator: ",").map {
      String($0.drop { $0 == " " })
    }
    guard identifier != nil || groups != nil else { return nil }
    let expansion = EntitlementExpansion(prefix: prefix, applicationIdentifier: identifier)
    var all = (groups ?? []).map(expansion.expand)
    if let identifier, !all.contains(identifier) { all.append(expansion.expand(identifier)) }
    return caller(identifier ?? all.first ?? name, groups: all, .environmentVariable)
  }

  private func caller(
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

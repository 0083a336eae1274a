// SPDX-License-Identifier: Apache-2.0

/// A folder in which SwiftPM has built our modules.
struct BuiltModules {
  /// The modules that come into every file of the package that is built.
  static let imported = ["Security", "FoundationCompatibility"]
  /// What `--local-authentication` adds.
  static let optional = "LocalAuthentication"
  /// Those and what they stand on; the compiler wants to see all of it.
  static let swift =
    imported + [
      optional, "Secrets", "Cryptography", "SQLite", "EncryptedSQLite", "KeychainRequests",
      "TPM", "Prompts", "KeychainEngine", "KeychainClient", "ProgramIdentity",
    ]
  static let systemLibraries = ["CSodium", "COpenSSL", "CSQLite"]
  static let ownC = ["CLinux", "CTPM"]

  let folder: String
  /// The checkout that they were built from.
  let checkout: String

  /// What a program needs besides, in the order in which it is linked.
  static let libraries = [
    "sqlite3", "crypto", "sodium", "FoundationEssentials", "swiftSynchronization",
    "swiftSwiftOnoneSupport",
  ]

  private static func isCheckout(_ folder: String) -> Bool {
    File.text(folder + "/Package.swift")?.contains("name: \"strongroom\"") == true
      && File.isFolder(folder + "/Sources/Security")
  }

  /// The modules beside this tool, else those that are built into `cache` from its checkout.
  ///
  /// - Throws: ``DropInError`` with `noModules`.
  static func find(
    tool: String, chosenCheckout: String?, toolchain: Toolchain, cache: String
  ) throws(DropInError) -> BuiltModules {
    let checkout = try checkout(tool: tool, chosen: chosenCheckout)
    let beside = BuiltModules(folder: File.parent(tool), checkout: checkout)
    if chosenCheckout == nil, beside.areComplete(for: toolchain) { return beside }
    let scratch = cache + "/" + Fingerprint.of(toolchain.version + "\n" + checkout)
    let built = BuiltModules(folder: scratch + "/release", checkout: checkout)
    try built.bringUpToDate(scratch, toolchain)
    return built
  }

  private static func checkout(tool: String, chosen: String?) throws(DropInError) -> String {
    if let chosen {
      guard isCheckout(chosen), let path = File.resolved(chosen) else {
        throw DropInError(
          .noModules, "STRONGROOM_PACKAGE is \(chosen), where there is no checkout of Strongroom",
          hint: "set it to the folder that holds Strongroom's Package.swift")
      }
      return path
    }
    var folder = File.parent(tool)
    while !isCheckout(folder) {
      guard folder != "/" else {
        throw DropInError(
          .noModules, "\(tool) does not lie in a checkout of Strongroom, so it has no modules",
          hint: "set STRONGROOM_PACKAGE to the folder that holds Strongroom's Package.swift")
      }
      folder = File.parent(folder)
    }
    return folder
  }

  private func areComplete(for toolchain: Toolchain) -> Bool {
    let versions = File.names(in: folder).filter { $0.hasPrefix("swift-version-") }
    return versions.contains {
      File.text(folder + "/" + $0)?.hasPrefix(toolchain.version + "\n") == true
    } && Self.swift.allSatisfy { File.exists(module($0)) && !objects(of: $0).isEmpty }
  }

  private func bringUpToDate(_ scratch: String, _ toolchain: Toolchain) throws(DropInError) {
    let sources = (Self.ownC + Self.systemLibraries + Self.swift).flatMap {
      File.all(below: checkout + "/Sources/" + $0)
    }
    let state = (sources + [checkout + "/Package.swift"]).map(File.state).joined(separator: "\n")
    let stamp = scratch + "/strongroom-modules"
    let mark = Fingerprint.of(state)
    if File.text(stamp) == mark, areComplete(for: toolchain) { return }
    for target in [Self.optional, "FoundationCompatibility"] {
      let exitCode = try ChildProgram.run(
        [
          toolchain.swift, "build", "--configuration", "release", "--package-path", checkout,
          "--scratch-path", scratch, "--target", target,
        ], output: .errors)
      guard exitCode == 0 else {
        throw DropInError(
          .noModules, "the modules of \(checkout) could not be built",
          hint:
            "the compiler's words stand above; \(checkout)/Scripts/setup build installs what is missing"
        )
      }
    }
    guard areComplete(for: toolchain) else {
      throw DropInError(
        .noModules, "the modules were built, and are not where SwiftPM puts them, in \(folder)",
        hint: "this Swift may be newer than Strongroom knows")
    }
    try File.write(Array(mark.utf8), to: stamp)
  }

  func module(_ name: String) -> String { "\(folder)/Modules/\(name).swiftmodule" }

  func objects(of name: String) -> [String] {
    File.all(below: "\(folder)/\(name).build").filter { $0.hasSuffix(".o") }
  }

  var allObjects: [String] { (Self.ownC + Self.swift).flatMap(objects) }
}

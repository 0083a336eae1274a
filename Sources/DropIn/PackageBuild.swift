// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Builds somebody's package against our modules, with no file of it touched.
package struct PackageBuild {
  /// What surrounds the tool.
  package struct Surroundings: Sendable {
    /// The path of the tool itself.
    package let tool: String
    package let environment: @Sendable (String) -> String?

    package init(tool: String, environment: @escaping @Sendable (String) -> String?) {
      self.tool = tool
      self.environment = environment
    }

    /// Those of this process.
    package static var process: Surroundings {
      Surroundings(tool: File.resolved("/proc/self/exe") ?? "/") { name in
        let value = unsafe getenv(name).map { unsafe String(cString: $0) }
        return value?.isEmpty == false ? value : nil
      }
    }

    /// Where our modules are kept for the next time.
    ///
    /// - Throws: ``DropInError`` with `inputOutput` without a home.
    func cache() throws(DropInError) -> String {
      if let folder = environment("XDG_CACHE_HOME"), folder.hasPrefix("/") {
        return folder + "/strongroom/swift"
      }
      guard let home = environment("HOME"), home.hasPrefix("/") else {
        throw DropInError(
          .inputOutput, "there is no folder to keep our modules in",
          hint: "set HOME or XDG_CACHE_HOME to a folder of yours")
      }
      return home + "/.cache/strongroom/swift"
    }
  }

  package let invocation: Invocation
  /// The folder that holds the package's manifest.
  package let package: String
  let surroundings: Surroundings

  /// Finds the package.
  ///
  /// - Throws: ``DropInError`` with `noPackage`.
  package init(_ invocation: Invocation, _ surroundings: Surroundings) throws(DropInError) {
    self.invocation = invocation
    self.surroundings = surroundings
    let start = invocation.packagePath ?? "."
    guard var folder = File.resolved(start) else {
      throw DropInError(.noPackage, "there is no folder \(start)", hint: "check --package-path")
    }
    // As Swift does it.
    while !File.exists(folder + "/Package.swift") {
      guard invocation.packagePath == nil, folder != "/" else {
        let shown = File.resolved(start) ?? start
        throw DropInError(
          .noPackage, "there is no Package.swift in \(shown)",
          hint: "go to the package's folder, or name it with --package-path behind the verb")
      }
      folder = File.parent(folder)
    }
    package = folder
  }

  /// What no module can cure in the package's sources.
  package var notes: [PortingNote] {
    PortingNote.all(
      in: package, offersLocalAuthentication: invocation.offersLocalAuthentication)
  }

  /// Runs Swift and returns what it exited with.
  package func run() throws(DropInError) -> Int32 {
    let path = surroundings.environment("PATH")
    let toolchain = try Toolchain(searchPath: path)
    let cache = try surroundings.cache()
    let built = try BuiltModules.find(
      tool: surroundings.tool, chosenCheckout: surroundings.environment("STRONGROOM_PACKAGE"),
      toolchain: toolchain, cache: cache)
    let modules = try ModuleFolder(
      built, archiver: toolchain.archiver(searchPath: path), cache: cache)
    try giveBundleIdentifier(toolchain)
    // A test must not write to the keychain of the person who runs it.
    let keychain: [String: String] =
      invocation.verb == .test && surroundings.environment("STRONGROOM_KEYCHAIN") == nil
      ? ["STRONGROOM_KEYCHAIN": "memory:"] : [:]
    let options = modules.options(localAuthentication: invocation.offersLocalAuthentication)
    return try ChildProgram.run(
      [toolchain.swift, invocation.verb.rawValue] + options + invocation.words,
      environment: keychain)
  }

  private func giveBundleIdentifier(_ toolchain: Toolchain) throws(DropInError) {
    let (text, exitCode) = try ChildProgram.answer(
      [toolchain.swift, "build", "--show-bin-path"] + invocation.placeOptions)
    guard exitCode == 0, let folder = text.split(separator: "\n").last else {
      throw DropInError(
        .programFailed, "swift build --show-bin-path fails for \(package)",
        hint: "Swift's words stand above")
    }
    let manifest = File.text(package + "/Package.swift") ?? ""
    let identifier =
      invocation.bundleIdentifier
      ?? BundleInformation.identifier(forPackage: manifest, folder: package)
    try BundleInformation.write(identifier, to: String(folder))
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Our modules in the form in which a compiler takes them: a folder to import from, and an archive
/// to link.
struct ModuleFolder {
  let path: String

  private static let archive = "StrongroomModules"

  /// Puts them together in `cache`, unless that was done before.
  init(_ built: BuiltModules, archiver: String, cache: String) throws(DropInError) {
    let files = BuiltModules.swift.map(built.module) + built.allObjects
    let state = files.map(File.state).joined(separator: "\n")
    let family = "modules-" + Fingerprint.of(built.folder) + "-"
    path = cache + "/" + family + Fingerprint.of(state)
    if File.isFolder(path) { return }
    // Made under another name, so that nobody sees half of it.
    let unfinished = "\(path).\(getpid())"
    defer { File.remove(unfinished) }
    let imports = unfinished + "/imports"
    let optional = unfinished + "/optional"
    for folder in [imports, optional] { try File.makeFolder(folder) }
    for name in BuiltModules.swift {
      let folder = name == BuiltModules.optional ? optional : imports
      try File.copy(built.module(name), to: "\(folder)/\(name).swiftmodule")
    }
    let sources = built.checkout + "/Sources/"
    for name in BuiltModules.systemLibraries + BuiltModules.ownC {
      let isOwn = BuiltModules.ownC.contains(name)
      let folder = sources + name + (isOwn ? "/include" : "")
      try File.makeFolder("\(imports)/\(name)")
      for file in File.names(in: folder) {
        try File.copy("\(folder)/\(file)", to: "\(imports)/\(name)/\(file)")
      }
      if isOwn {
        let map = "module \(name) {\n  header \"\(name).h\"\n  export *\n}\n"
        try File.write(Array(map.utf8), to: "\(imports)/\(name)/module.modulemap")
      }
    }
    let exitCode = try ChildProgram.run(
      [archiver, "rcs", "\(unfinished)/lib\(Self.archive).a"] + built.allObjects, output: .errors)
    guard exitCode == 0 else {
      throw DropInError(.programFailed, "\(archiver) could not put our modules into an archive")
    }
    guard unsafe rename(unfinished, path) == 0 || File.isFolder(path) else {
      throw File.failure("made", path)
    }
    // Those of an older build; nobody asks for them any more.
    for name in File.names(in: cache) where name.hasPrefix(family) && name != File.name(path) {
      File.remove(cache + "/" + name)
    }
  }

  /// The words that have `swift build` and its kin use the modules.
  func options(localAuthentication: Bool) -> [String] {
    let folders = ["\(path)/imports"] + (localAuthentication ? ["\(path)/optional"] : [])
    let compiler =
      folders.map { "-I\($0)" }
      + BuiltModules.imported.flatMap { ["-Xfrontend", "-import-module", "-Xfrontend", $0] }
    let linker = ["-L\(path)", "-l\(Self.archive)"] + BuiltModules.libraries.map { "-l\($0)" }
    return compiler.flatMap { ["-Xswiftc", $0] } + linker.flatMap { ["-Xlinker", $0] }
  }
}

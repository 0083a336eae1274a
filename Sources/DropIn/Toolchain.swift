// SPDX-License-Identifier: Apache-2.0

/// The Swift that a package is built with.
struct Toolchain {
  let swift: String
  /// The first line in which it says its version.
  let version: String

  /// The first `swift` of a search path.
  ///
  /// - Throws: ``DropInError`` with `noSwift`.
  init(searchPath: String?) throws(DropInError) {
    let folders = (searchPath ?? "").split(separator: ":").map(String.init)
    guard let swift = folders.map({ $0 + "/swift" }).first(where: File.isExecutable) else {
      throw DropInError(
        .noSwift, "there is no program swift in the folders of PATH",
        hint: "install Swift, see https://www.swift.org/install/linux, and put it on PATH")
    }
    let (text, exitCode) = try ChildProgram.answer([swift, "--version"])
    guard exitCode == 0, let line = text.split(separator: "\n").first else {
      throw DropInError(.noSwift, "\(swift) --version fails", hint: "install Swift anew")
    }
    self.swift = swift
    version = String(line)
  }

  /// The program that makes archives: the toolchain's own, else the system's.
  func archiver(searchPath: String?) throws(DropInError) -> String {
    let own = File.resolved(swift).map { File.parent($0) + "/llvm-ar" }
    let folders = (searchPath ?? "").split(separator: ":").map { "\($0)/ar" }
    guard let found = ((own.map { [$0] } ?? []) + folders).first(where: File.isExecutable) else {
      throw DropInError(
        .noSwift, "there is neither llvm-ar beside \(swift) nor ar in the folders of PATH",
        hint: "install binutils")
    }
    return found
  }
}

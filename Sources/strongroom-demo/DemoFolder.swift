// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The throw-away folder: a keychain, databases, and programs with entitlements files beside them.
struct DemoFolder {
  let path: String

  var keychain: String { path + "/keychain" }

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("strongroom-demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    path = url.path
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Installs this executable as a program called `name`, with an entitlements file beside it.
  func install(_ name: String, accessGroups: [String]) throws -> String {
    let program = file(name)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    try FileManager.default.copyItem(atPath: own, toPath: program)
    let entitlements: [String: Any] = [
      "application-identifier": "ABCDE12345.com.apps.\(name)",
      "keychain-access-groups": accessGroups,
    ]
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: entitlements, format: .xml, options: 0)
    try bytes.write(to: URL(fileURLWithPath: program + ".entitlements"))
    return program
  }

  /// Runs a program and returns what it printed.
  func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Narration.Failure(description: "\(program) ended with \(process.terminationStatus)")
    }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The files below the folder that hold `needle`, byte for byte, and how many files were
  /// searched.
  func search(for needle: Data) throws -> (hits: [String], searched: [String]) {
    var hits: [String] = []
    var searched: [String] = []
    for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file(name), isDirectory: &isFolder),
        !isFolder.boolValue, name.contains(".db") || name.hasPrefix("keychain/")
      else { continue }
      searched.append(name)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file(name)))
      if bytes.range(of: needle) != nil { hits.append(name) }
    }
    return (hits, searched.sorted())
  }
}

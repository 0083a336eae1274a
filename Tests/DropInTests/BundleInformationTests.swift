// SPDX-License-Identifier: Apache-2.0

import TestFolders
import Testing

@testable import DropIn

@Suite("The bundle identifier of a package")
struct BundleInformationTests {
  @Test(
    "is made of its name",
    arguments: [
      ("let package = Package(name: \"token-store\")", "local.token-store"),
      ("let x = F(name: \"no\")\nlet package = Package(\n  name:\n \"My App\",", "local.My-App"),
      ("let package = Package(name: name)", "local.folder"),
      ("", "local.folder"),
    ])
  func identifier(_ manifest: String, _ expected: String) {
    #expect(
      BundleInformation.identifier(forPackage: manifest, folder: "/a/folder") == expected)
  }

  @Test("is written once, into folders that need not be there")
  func writing() throws {
    let folder = TemporaryFolder()
    let path = folder.file("build/debug")
    try BundleInformation.write("org.example.first", to: path)
    try BundleInformation.write("org.example.second", to: path)
    #expect(
      File.text(path + "/Info.plist") == BundleInformation.propertyList("org.example.first"))
    File.remove(folder.file("build"))
    #expect(!File.exists(folder.file("build")))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DropIn

@Suite("What no module can cure")
struct PortingNoteTests {
  @Test(
    "is pointed at",
    arguments: [
      ("  @objc public func save() {", "take @objc out"),
      ("@objc(Store) class Store {}", "take @objc out"),
      ("@objcMembers class Store {}", "take @objc out"),
      ("let action = #selector(save)", "closure"),
      ("return NSError()", "NSError(domain:code:)"),
      ("} catch let error as NSError {", "error as NSError in the body"),
      ("let coding = value as? NSSecureCoding", "as AnyObject?"),
      ("import Darwin", "import Glibc"),
      ("@_exported public import CoreFoundation", "take this import out"),
      ("import struct CoreFoundation.CGFloat", "take this import out"),
      ("import CryptoKit // for hashes", "import Crypto"),
      ("import UIKit", "canImport(UIKit)"),
      ("import LocalAuthentication", "--local-authentication"),
      ("#if os(iOS) || os(macOS)", "|| os(Linux)"),
    ])
  func notes(_ line: String, _ advice: String) throws {
    let notes = PortingNote.notes(on: "let a = 1\n\(line)\n", path: "Sources/A.swift")
    #expect(notes.count == 1)
    let note = try #require(notes.first)
    #expect(note.description.hasPrefix("Sources/A.swift:2: note: "))
    #expect(note.advice.contains(advice))
  }

  @Test(
    "is not seen where there is nothing",
    arguments: [
      "// @objc is gone", "let objc = 1", "NSError(domain: \"a\", code: 1)",
      "} catch let error as StoreError {", "import Foundation", "#if os(iOS) || os(Linux)",
      "#if !os(iOS)", "let coding = (value as AnyObject?) as? NSSecureCoding",
      "#if canImport(UIKit)\nimport UIKit\n#endif",
      "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif",
    ])
  func nothing(_ text: String) {
    #expect(PortingNote.notes(on: text, path: "A.swift") == [])
  }

  @Test("says nothing about LocalAuthentication where it is offered")
  func offered() {
    let notes = PortingNote.notes(
      on: "import LocalAuthentication", path: "A.swift", offersLocalAuthentication: true)
    #expect(notes == [])
  }

  @Test("is seen again behind the end of a condition")
  func afterCondition() {
    let text = "#if canImport(ObjectiveC)\n@objc\n#endif\n@objc\n"
    #expect(PortingNote.notes(on: text, path: "A.swift").map(\.line) == [4])
  }
}

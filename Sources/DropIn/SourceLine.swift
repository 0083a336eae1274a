// SPDX-License-Identifier: Apache-2.0

/// One line of somebody's sources, read word by word: enough to point at it, not to compile it.
struct SourceLine {
  /// The line without what stands behind `//` and without the spaces around it.
  let code: String
  private let words: [Substring]

  init(_ line: Substring) {
    let end = line.firstEnd(of: "//").map { line.index($0, offsetBy: -2) } ?? line.endIndex
    let trimmed = line[..<end].drop { $0 == " " || $0 == "\t" }
    code = String(trimmed)
    words = trimmed.split { $0 == " " || $0 == "\t" || $0 == "\r" }
  }

  /// Keeps the list of the conditions that the next lines stand under.
  func follow(_ conditions: inout [String]) {
    switch words.first {
    case "#if": conditions.append(code)
    case "#elseif", "#else":
      // Either branch is chosen with care, so both count as guarded by the condition.
      if let last = conditions.popLast() { conditions.append(last + " " + code) }
    case "#endif": _ = conditions.popLast()
    default: break
    }
  }

  func advice(within conditions: [String], _ offersLocalAuthentication: Bool) -> [String] {
    var advice: [String] = []
    if words.first == "#if" || words.first == "#elseif" {
      if code.contains("os(") && !code.contains("os(Linux)") && !code.contains("!os(") {
        advice.append(
          "this code is left out on Linux; if it should be in, write \(code) || os(Linux)")
      }
      return advice
    }
    let isGuarded = conditions.contains { $0.contains("os(") || $0.contains("canImport(") }
    if isGuarded { return [] }
    if let module = importedModule, let words = Self.modules[module] { advice.append(words) }
    if importedModule == "LocalAuthentication", !offersLocalAuthentication {
      advice.append("LocalAuthentication is offered by strongroom swift --local-authentication …")
    }
    if hasAttribute("@objc") || hasAttribute("@objcMembers") {
      advice.append("there is no Objective-C on Linux; take @objc out")
    }
    if code.contains("#selector(") {
      advice.append("there is no Objective-C on Linux; pass a closure in the place of the selector")
    }
    if code.contains("NSError()") {
      advice.append("NSError() does not exist on Linux; write NSError(domain:code:)")
    }
    if code.contains("catch let") && code.contains("as NSError") {
      advice.append(
        "on Linux this does not match errors that are Swift types; write catch, and error as NSError in the body"
      )
    }
    if code.contains("as? NSSecureCoding") && !code.contains("as AnyObject") {
      advice.append(
        "on Linux this gives nil for Swift values; write (value as AnyObject?) as? NSSecureCoding")
    }
    return advice
  }

  private var importedModule: String? {
    guard let keyword = words.firstIndex(of: "import"),
      words[..<keyword].allSatisfy({ $0.hasPrefix("@") || Self.levels.contains(String($0)) })
    else { return nil }
    return words[(keyword + 1)...].last.map { String($0.split(separator: ".")[0]) }
  }

  private static let levels = ["public", "package", "internal", "fileprivate", "private"]

  private static let modules = [
    "CoreFoundation":
      "the CoreFoundation of Linux has types of the same names that do not fit; take this import out",
    "CryptoKit": "CryptoKit is Apple's alone; use swift-crypto and write import Crypto",
    "CommonCrypto": "CommonCrypto is Apple's alone; use swift-crypto",
    "Darwin": "Darwin is Apple's C library; write import Glibc, or import Foundation",
    "UIKit": "UIKit is Apple's alone; keep this file to Apple's systems by #if canImport(UIKit)",
    "AppKit": "AppKit is Apple's alone; keep this file to Apple's systems by #if canImport(AppKit)",
    "SwiftUI":
      "SwiftUI is Apple's alone; keep this file to Apple's systems by #if canImport(SwiftUI)",
    "Combine":
      "Combine is Apple's alone; keep this file to Apple's systems by #if canImport(Combine)",
    "ObjectiveC": "there is no Objective-C on Linux; take this import out",
    "os": "os is Apple's alone; use swift-log, or #if canImport(os)",
  ]

  private func hasAttribute(_ name: String) -> Bool {
    words.contains { $0 == name || $0.hasPrefix(name + "(") }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DropIn

@Suite("The words behind strongroom swift")
struct InvocationTests {
  @Test("are ours up to the verb, and Swift's behind it")
  func split() throws {
    let invocation = try Invocation([
      "--local-authentication", "--bundle-identifier", "org.example.App", "test", "--filter", "-h",
    ])
    #expect(invocation.verb == .test)
    #expect(invocation.offersLocalAuthentication)
    #expect(invocation.bundleIdentifier == "org.example.App")
    #expect(!invocation.wantsHelp)
    #expect(invocation.words == ["--filter", "-h"])
  }

  @Test(
    "are refused where they make no sense",
    arguments: [
      [], ["biuld"], ["--verbose", "build"], ["--bundle-identifier"],
      ["--bundle-identifier", "a<b", "build"], ["check", "it"],
    ])
  func mistakes(_ words: [String]) {
    #expect(throws: DropInError(.usage, "")) { try Invocation(words) }
  }

  @Test("show the help with a verb or without", arguments: [["-h"], ["--help", "build"]])
  func help(_ words: [String]) throws {
    #expect(try Invocation(words).wantsHelp)
  }

  @Test("say where Swift builds")
  func place() throws {
    let words = [
      "-c", "release", "-v", "--package-path=x", "--scratch-path", "y", "--", "-c", "no",
    ]
    let invocation = try Invocation(["run"] + words)
    #expect(
      invocation.placeOptions == ["-c", "release", "--package-path=x", "--scratch-path", "y"])
    #expect(invocation.packagePath == "x")
    #expect(try Invocation(["build", "--package-path", "z"]).packagePath == "z")
    #expect(try Invocation(["build"]).packagePath == nil)
  }
}

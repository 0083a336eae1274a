// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Secrets
import Testing

@Suite("A command line")
struct ArgumentsTests {
  private static let account = Option("a", .required)
  private static let service = Option("s", .required)
  private static let show = Option("g")
  private static let only = Option("o")
  private static let password = Option("w", .askedForAtTheEnd, isSecret: true)
  private static let group = Option("group", .required)
  private static let json = Option("json")
  private static let options = [account, service, show, only, password, group, json]

  private func parse(_ words: String...) throws(CommandLineError) -> Arguments {
    try Arguments(words.map { Word($0) }, options: Self.options)
  }

  @Test("takes a value from the next word or attached to its option")
  func values() throws {
    for arguments in [try parse("-a", "alice"), try parse("-aalice")] {
      #expect(arguments.value(of: Self.account)?.text == "alice")
      #expect(arguments.operands.isEmpty)
    }
  }

  @Test("may have an empty value, which is not the same as none")
  func emptyValue() throws {
    #expect(try parse("-a", "").value(of: Self.account)?.isEmpty == true)
    #expect(try parse().value(of: Self.account) == nil)
  }

  @Test("can cluster letters, the last of which may take a value")
  func clusters() throws {
    let arguments = try parse("-goa", "alice", "-goaalice")
    #expect(arguments.has(Self.show) && arguments.has(Self.only))
    #expect(arguments.value(of: Self.account)?.text == "alice")
  }

  @Test(
    "gives an option the next word, whatever it looks like",
    arguments: ["-s", "--", "--group", "-"])
  func swallowed(_ value: String) throws {
    let arguments = try parse("-a", value)
    #expect(arguments.value(of: Self.account)?.text == value)
  }

  @Test("points at the options whose value looks like an option, secret ones excepted")
  func suspicious() throws {
    let arguments = try parse("-a", "-s", "-s", "mail", "-w", "-x")
    #expect(arguments.suspicious == [Self.account])
  }

  @Test("ends its options at the first word that is none")
  func operandsEndOptions() throws {
    let arguments = try parse("-g", "keychain", "-a", "alice")
    #expect(arguments.operands.map(\.text) == ["keychain", "-a", "alice"])
    #expect(!arguments.has(Self.account))
  }

  @Test("ends its options at two hyphens, which are no operand")
  func hyphensEndOptions() throws {
    let arguments = try parse("-g", "--", "-a", "--")
    #expect(arguments.operands.map(\.text) == ["-a", "--"])
  }

  @Test("has a single hyphen and an empty word as operands", arguments: ["-", ""])
  func hyphen(_ word: String) throws {
    #expect(try parse(word, "-g").operands.map(\.text) == [word, "-g"])
  }

  @Test("counts the last of several values")
  func lastCounts() throws {
    #expect(try parse("-a", "alice", "-abob").value(of: Self.account)?.text == "bob")
    let last = try parse("-w", "one", "--group", "g", "-w", "two").last(of: [
      Self.password, Self.group,
    ])
    #expect(last?.option == Self.password && last?.value?.text == "two")
  }

  @Test("may end with an option that somebody is asked about", arguments: [["-w"], ["-g", "-gw"]])
  func askedFor(_ words: [String]) throws {
    let arguments = try Arguments(words.map { Word($0) }, options: Self.options)
    #expect(arguments.has(Self.password))
    #expect(arguments.value(of: Self.password) == nil)
  }

  @Test("takes long options with their value behind a sign or in the next word")
  func longOptions() throws {
    #expect(try parse("--group=a=b").value(of: Self.group)?.text == "a=b")
    #expect(try parse("--group", "a").value(of: Self.group)?.text == "a")
    #expect(try parse("--group=").value(of: Self.group)?.isEmpty == true)
    #expect(try parse("--json", "x").operands.map(\.text) == ["x"])
  }

  @Test(
    "is refused with the option's name where getopt refuses it",
    arguments: [
      (["-z"], "illegal option -- z"),
      (["-gz"], "illegal option -- z"),
      (["-é"], "illegal option -- ?"),
      (["--grup", "x"], "illegal option -- grup; did you mean --group?"),
      (["--a", "x"], "illegal option -- a"),
      (["--entirely"], "illegal option -- entirely"),
      (["--json=yes"], "option takes no value -- json"),
      (["-a"], "option requires an argument -- a"),
      (["-ga"], "option requires an argument -- a"),
      (["--group"], "option requires an argument -- group"),
    ])
  func refused(_ words: [String], _ message: String) {
    let error = #expect(throws: CommandLineError.self) {
      try Arguments(words.map { Word($0) }, options: Self.options)
    }
    #expect(error?.reason == message)
    #expect(error?.isAboutUsage == true)
  }

  @Test("may be mixed with operands, up to --, where a command wants that")
  func mixed() throws {
    let words = ["x", "-g", "-", "--group=y", "z", "--", "-a", "b"].map { Word($0) }
    let arguments = try Arguments(words, options: Self.options, isMixed: true)
    #expect(arguments.operands.map(\.shown) == ["x", "-", "z", "-a", "b"])
    #expect(arguments.shown.prefix(3) == ["-g", "--group", "y"])
    let strict = try Arguments(words, options: Self.options)
    #expect(strict.operands.count == words.count)
  }

  @Test("can be shown without its secrets")
  func shown() throws {
    let arguments = try parse("-ga", "alice", "-wsecret", "--group=x", "k")
    #expect(arguments.shown == ["-g", "-a", "alice", "-w", "…", "--group", "x", "k"])
    #expect(try parse("-w").shown == ["-w"])
  }

  @Test("keeps bytes that are no text")
  func bytes() throws {
    let bytes: [UInt8] = [0xFF, 0x00, 0x80]
    let arguments = try Arguments(["-a", Word(bytes.rawBytes)], options: Self.options)
    #expect(arguments.value(of: Self.account)?.bytes == bytes)
    #expect(arguments.value(of: Self.account)?.text == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Strongroom
import StrongroomTesting
import Testing

/// A class of a program's own, as it would be written for Apple's systems.
final class Card: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let owner: String

  init(owner: String) { self.owner = owner }

  required init?(coder: NSCoder) {
    guard let owner = coder.decodeObject(of: NSString.self, forKey: "owner") else { return nil }
    self.owner = owner as String
  }

  func encode(with coder: NSCoder) { coder.encode(owner as NSString, forKey: "owner") }
}

/// An object that no archive can hold.
final class Socket: NSObject {}

@Suite("A strongbox")
struct StrongboxTests {
  let store = KeychainStore.inMemory()
  var box: Strongbox { Strongbox(keyPrefix: "tests", in: store) }

  private func roundTrip<Value: Equatable>(_ value: Value) -> Bool {
    #expect(box.archive(value, key: "it"))
    return box.unarchive(objectForKey: "it") as? Value == value
  }

  @Test("gives back text, data, numbers, dates and the like as it got them")
  func values() {
    #expect(roundTrip("ä🗝️"))
    #expect(roundTrip(""))
    #expect(roundTrip(Data([0, 1, 2])))
    #expect(roundTrip(Data()))
    #expect(roundTrip(true) && roundTrip(false))
    #expect(roundTrip(Int.max) && roundTrip(-3))
    #expect(roundTrip(2.5))
    #expect(roundTrip(Date(timeIntervalSinceReferenceDate: 1234.5)))
    #expect(roundTrip(URL(string: "https://example.org/a?b")!))
    #expect(roundTrip(UUID()))
    #expect(roundTrip(NSNull()))
    #expect(box.archive(NSMutableString(string: "m"), key: "it"))
    #expect(box.unarchive(objectForKey: "it") as? String == "m")
  }

  @Test("gives back arrays, dictionaries and sets, also inside each other")
  func collections() {
    #expect(roundTrip(["A", "B"]))
    #expect(roundTrip([1, 2, 3]))
    #expect(roundTrip(["a": "b"]))
    #expect(roundTrip([["a": [1]], ["b": []]]))
    #expect(roundTrip(Set(["x", "y"])))
    #expect(roundTrip([String]()))
    #expect(box.archive(NSMutableArray(array: ["a"]), key: "it"))
    #expect(box.unarchive(objectForKey: "it") as? [String] == ["a"])
    let mixed: [String: Any] = [
      "n": 1, "d": Date(timeIntervalSinceReferenceDate: 9), "b": Data([7]),
    ]
    #expect(box.archive(mixed, key: "it"))
    let found = box.unarchive(objectForKey: "it") as? [String: Any]
    #expect(found?["n"] as? Int == 1)
    #expect(found?["d"] as? Date == Date(timeIntervalSinceReferenceDate: 9))
    #expect(found?["b"] as? Data == Data([7]))
  }

  @Test("stores over what is there, and removes it for nil, also in disguise")
  func replaceAndRemove() {
    #expect(box.archive("1", key: "it"))
    #expect(box.archive("2", key: "it"))
    #expect(box.unarchive(objectForKey: "it") as? String == "2")
    #expect(box.archive(nil, key: "it"))
    #expect(box.unarchive(objectForKey: "it") == nil)
    #expect(box.archive("3", key: "it"))
    let nothing: String? = nil
    #expect(box.archive(nothing as Any, key: "it"))
    #expect(box.unarchive(objectForKey: "it") == nil)
    #expect(box.archive(nil, key: "never was there"))
    #expect(box.remove(key: "never was there"))
  }

  @Test("says by lastStatus how the last call ended")
  func lastStatus() {
    let box = box
    #expect(box.lastStatus == 0)
    #expect(box.unarchive(objectForKey: "it") == nil)
    #expect(box.lastStatus == -25300)
    #expect(box.lastError?.reason == "nothing is stored under \"it\"")
    box.archive("x", key: "it")
    #expect(box.lastStatus == 0)
    #expect(box.lastError == nil)
    let locked = Strongbox(keyPrefix: "tests", in: .failing(with: .interactionNotAllowed))
    #expect(!locked.archive("x", key: "it"))
    #expect(locked.lastStatus == -25308)
    #expect(!locked.archive(nil, key: "it"))
    #expect(locked.unarchive(objectForKey: "it") == nil)
    #expect(locked.lastStatus == -25308)
  }

  @Test("refuses what cannot be archived, wherever it is, and leaves what is stored")
  func notArchivable() throws {
    struct Point { var x = 1 }
    let deep = (0..<300).reduce(NSArray()) { inner, _ in NSArray(object: inner) }
    let box = box
    #expect(box.archive("kept", key: "it"))
    for (object, name) in [
      (Socket(), "Socket"), ([Socket()], "Socket"), (["a": [Socket()]], "Socket"),
      (Point(), "Point"),
      ([Point()], "Point"), (deep, "too deeply"),
    ] as [(Any, String)] {
      #expect(!box.archive(object, key: "it"))
      #expect(box.lastStatus == -50)
      #expect(box.lastError?.reason.contains(name) == true)
    }
    #expect(box.unarchive(objectForKey: "it") as? String == "kept")
  }

  @Test("makes objects of classes that were allowed, and of no others")
  func classes() throws {
    #expect(box.archive([Card(owner: "Ada")], key: "cards"))
    let allowing = Strongbox(keyPrefix: "tests", allowing: [Card.self], in: store)
    let cards = allowing.unarchive(objectForKey: "cards") as? [Card]
    #expect(cards?.map(\.owner) == ["Ada"])
    let error = #expect(throws: KeychainError.self) { _ = try box.object(forKey: "cards") }
    #expect(error?.code == .undecodable)
    #expect(error?.reason.contains("Card") == true)
    #expect(error?.reason.contains("allowing") == true)
  }

  @Test(
    "reports an item that is no archive",
    arguments: [[], [1, 2, 3], Array("bplist00".utf8), Array("<plist/>".utf8)] as [[UInt8]])
  func noArchive(_ bytes: [UInt8]) throws {
    try Keychain(service: "tests.it", in: store).set(bytes, for: "")
    let error = #expect(throws: KeychainError.self) { _ = try box.object(forKey: "it") }
    #expect(error?.code == .undecodable)
    #expect(error?.reason.contains("no archive") == true)
  }

  @Test("names its items after the bundle, a prefix, or the program")
  func prefix() throws {
    #expect(box.hierarchicalKey("it") == "tests.it")
    let program = KeychainStore.inMemory(accessGroups: ["TEAM.program"])
    let expected = Bundle.main.bundleIdentifier ?? "TEAM.program"
    #expect(Strongbox(in: program).hierarchicalKey("it") == "\(expected).it")
    #expect(box.archive("x", key: "it"))
    #expect(try Keychain(service: "tests.it", in: store).accounts == [""])
  }

  @Test("changes the accessibility along with the value")
  func accessibility() throws {
    box.archive("x", key: "it", accessibility: .afterFirstUnlock)
    let keychain = Keychain(service: "tests.it", in: store)
    #expect(try keychain.item("")?.accessibility == .afterFirstUnlock)
    box.archive("y", key: "it")
    #expect(try keychain.item("")?.accessibility == .whenUnlocked)
  }

  @Test("keeps values of Codable types")
  func codable() throws {
    struct Session: Codable, Equatable { var token = "t" }
    try box.encode(Session(), key: "session")
    let found: Session? = try box.decode(forKey: "session")
    #expect(found == Session())
    #expect(throws: KeychainError(.undecodable, reason: "")) {
      let _: [Int]? = try box.decode(forKey: "session")
    }
    try box.encode(nil as Session?, key: "session")
    #expect(try box.decode(forKey: "session") == nil as Session?)
  }
}

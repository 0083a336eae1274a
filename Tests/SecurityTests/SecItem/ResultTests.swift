// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainRequests
import Secrets
import Testing

@testable import Security

@Suite("Answers become objects")
struct ResultTests {
  let reference = PersistentReference(itemClass: .genericPassword, identifier: Array(0..<16))

  func item(
    _ attributes: [(key: AttributeKey, value: AttributeValue)] = [], data: String? = "secret",
    side: [(key: AttributeKey, value: SharedSecret)] = []
  ) -> Response.Item {
    Response.Item(
      itemClass: .genericPassword, persistentReference: reference, attributes: attributes,
      data: data.map { SharedSecret(copying: Array($0.utf8).rawBytes) }, sideData: side)
  }

  func result(
    _ returns: Response.Returns, _ items: [Response.Item], list: Bool = false,
    of operation: Request.Operation = .copyMatching
  ) -> CFTypeRef? {
    Response(returns: returns, isList: list, items: items).result(of: operation)
  }

  @Test("who asks for nothing gets nil, or an empty array where a list was asked for")
  func nothing() {
    #expect(result([], [item()]) == nil)
    #expect(result([], [item(), item()], list: true) as? [Int] == [])
    #expect(result([], [item()], of: .add) == nil)
  }

  @Test("data alone is the data; without any it is nil after a search and empty after adding")
  func data() {
    #expect(result(.data, [item()]) as? Data == Data("secret".utf8))
    #expect(result(.data, [item(data: nil)]) == nil)
    #expect(result(.data, [item(data: nil)], of: .add) as? Data == Data())
    #expect(
      result(.data, [item(), item(data: nil), item(data: "b")], list: true) as? [Data] == [
        Data("secret".utf8), Data("b".utf8),
      ])
  }

  @Test("the persistent reference alone is its bytes")
  func persistentReference() {
    #expect(
      result(.persistentReference, [item()]) as? Data == Data(Array("genp".utf8) + Array(0..<16)))
  }

  @Test("a password has no object that stands for it")
  func passwordReference() {
    #expect(result(.reference, [item()]) == nil)
    #expect(result(.reference, [item()], list: true) as? [Int] == [])
  }

  @Test("attributes come as a dictionary, each of its documented kind")
  func attributes() throws {
    let object = result(
      .attributes,
      [
        item([
          (.account, .text("ada")), (.generic, .bytes([1])), (.port, .integer(443)),
          (.creationDate, .date(2.5)),
          (.isInvisible, .integer(1)),
        ])
      ])
    let dictionary = try #require(object as? [String: Any])
    #expect(dictionary.count == 5)
    #expect(dictionary[kSecAttrAccount as String] as? String == "ada")
    #expect(dictionary[kSecAttrGeneric as String] as? Data == Data([1]))
    #expect(dictionary[kSecAttrPort as String] as? Int == 443)
    #expect(dictionary[kSecAttrPort as String] as? UInt32 == 443)
    #expect(
      dictionary[kSecAttrCreationDate as String] as? Date
        == Date(timeIntervalSinceReferenceDate: 2.5))
    #expect(
      CFGetTypeID(dictionary[kSecAttrIsInvisible as String] as CFTypeRef) == CFNumberGetTypeID())
  }

  @Test("several flags make one dictionary that holds what each asks for")
  func several() throws {
    let account: [(key: AttributeKey, value: AttributeValue)] = [(.account, .text("ada"))]
    func keys(_ returns: Response.Returns, _ item: Response.Item) -> Set<String>? {
      (result(returns, [item]) as? [String: Any]).map { Set($0.keys) }
    }
    #expect(keys([.data, .attributes], item(account)) == ["acct", "v_Data"])
    #expect(keys([.data, .attributes], item(account, data: nil)) == ["acct"])
    #expect(
      keys([.attributes, .persistentReference], item(account, data: nil)) == [
        "acct", "v_PersistentRef",
      ])
    #expect(keys([.attributes, .reference], item(account, data: nil)) == ["acct", "class"])
    #expect(
      keys([.data, .attributes, .reference, .persistentReference], item(account)) == [
        "acct", "v_Data", "class", "v_PersistentRef",
      ])
    let notes = [(key: AttributeKey.notes, value: SharedSecret(copying: [7].rawBytes))]
    let all = try #require(
      result([.data, .attributes], [item(account, side: notes)]) as? [String: Any])
    #expect(all["binn"] as? Data == Data([7]))
    #expect(all["v_Data"] as? Data == Data("secret".utf8))
  }

  @Test("a list is an array of what one would be, in the same order")
  func list() {
    let items = (0..<3).map { item([(.account, .text("\($0)"))]) }
    let all = result(.attributes, items, list: true)
    #expect((all as? [[String: Any]])?.map { $0["acct"] as? String } == ["0", "1", "2"])
    #expect((all as? [CFDictionary])?.count == 3)
    #expect((all as? [[AnyHashable: Any]])?.count == 3)
    #expect((result(.attributes, [items[0]], list: true) as? NSArray)?.count == 1)
  }

  @Test("what was returned can be asked for again")
  func roundTrip() throws {
    let object = result(
      [.data, .attributes], [item([(.account, .text("ada")), (.port, .integer(1))])])
    let request = Request(.add, try #require(object as? NSDictionary))
    #expect(Set(request.query.map(\.key)) == [.name("acct"), .name("port"), .name("v_Data")])
  }
}

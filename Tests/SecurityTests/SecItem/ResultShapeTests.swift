// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

@Suite("What a search hands back", .memoryKeychain)
struct ResultShapeTests {
  let all: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "s",
  ]

  init() {
    for account in ["a", "b", "c"] {
      SecItemAdd(
        all.merging([
          kSecAttrAccount as String: account, kSecValueData as String: Data(account.utf8),
        ]) { $1 } as CFDictionary, nil)
    }
  }

  func find(_ keys: [CFString: Any]) -> (status: OSStatus, result: CFTypeRef?) {
    var result: CFTypeRef?
    let query = all.merging(keys.map { ($0 as String, $1) }) { $1 }
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    return (status, result)
  }

  @Test("one item unless a limit says otherwise, the oldest first")
  func limits() {
    #expect(find([kSecReturnData: true]).result as? Data == Data("a".utf8))
    #expect(
      find([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]).result as? Data
        == Data("a".utf8))
    #expect(
      find([kSecReturnData: true, kSecMatchLimit: 2]).result as? [Data] == [
        Data("a".utf8), Data("b".utf8),
      ])
    #expect(
      (find([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]).result as? [Data])?.count
        == 3)
    #expect(find([kSecReturnData: true, kSecMatchLimit: 0]).status == errSecItemNotFound)
  }

  @Test("a list of dictionaries casts as programs expect")
  func dictionaries() throws {
    let result = find([
      kSecReturnAttributes: true, kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll,
    ]).result
    let items = try #require(result as? [[String: Any]])
    #expect(items.map { $0[kSecAttrAccount as String] as? String } == ["a", "b", "c"])
    #expect(
      items.map { $0[kSecValueData as String] as? Data } == ["a", "b", "c"].map { Data($0.utf8) })
    #expect((result as? [[AnyHashable: Any]])?.first?[kSecAttrService] as? String == "s")
    #expect((result as? NSArray)?.count == 3)
    #expect((result as? [CFDictionary])?.first?[kSecAttrAccount] as? String == "a")
  }

  @Test("attributes tell group, protection and dates")
  func attributes() throws {
    let attributes = try #require(find([kSecReturnAttributes: true]).result as? [String: Any])
    #expect(attributes[kSecAttrAccessGroup as String] as? String == "TEAM.app")
    #expect(
      attributes[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked
        as String)
    let created = try #require(attributes[kSecAttrCreationDate as String] as? Date)
    #expect(abs(created.timeIntervalSinceNow) < 60)
    #expect(attributes[kSecAttrModificationDate as String] as? Date == created)
    #expect(attributes[kSecValueData as String] == nil)
  }

  @Test("a persistent reference finds, and survives a change of, its item")
  func persistentReference() throws {
    let reference = try #require(find([kSecReturnPersistentRef: true]).result as? Data)
    #expect(reference.count == 20)
    let byReference = [kSecValuePersistentRef: reference, kSecReturnData: true] as CFDictionary
    var result: CFTypeRef?
    #expect(SecItemCopyMatching(byReference, &result) == errSecSuccess)
    #expect(result as? Data == Data("a".utf8))
    let name = all.merging([kSecAttrAccount as String: "a"]) { $1 } as CFDictionary
    #expect(SecItemUpdate(name, [kSecAttrAccount: "z"] as CFDictionary) == errSecSuccess)
    #expect(SecItemCopyMatching(byReference, &result) == errSecSuccess)
    #expect(SecItemDelete([kSecValuePersistentRef: reference] as CFDictionary) == errSecSuccess)
    #expect(SecItemCopyMatching(byReference, &result) == errSecItemNotFound)
  }

  @Test("a returned dictionary can be changed and added again")
  func addAgain() throws {
    var item = try #require(
      find([kSecReturnAttributes: true, kSecReturnData: true]).result as? [String: Any])
    item[kSecAttrSHA1 as String] = nil
    item[kSecAttrAccount as String] = "d"
    item[kSecClass as String] = kSecClassGenericPassword
    #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
    #expect(find([kSecAttrAccount: "d", kSecReturnData: true]).result as? Data == Data("a".utf8))
  }

  @Test("a password is no object, so that a reference to it is nil or an empty array")
  func reference() {
    let one = find([kSecReturnRef: true])
    #expect(one.status == errSecSuccess && one.result == nil)
    let list = find([kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll])
    #expect(list.status == errSecSuccess && (list.result as? NSArray)?.count == 0)
  }
}

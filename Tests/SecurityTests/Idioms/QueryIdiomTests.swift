// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

/// The ways in which code for Apple's systems writes its dictionaries, unchanged.
@Suite("Dictionaries as existing code writes them")
struct QueryIdiomTests {
  /// What all the spellings below must come to.
  let expected: NSDictionary = [
    "class": "genp", "acct": "ada", "v_Data": Data([1, 2, 3]), "r_Data": true,
    "m_Limit": "m_LimitOne",
  ]

  @Test("a literal keyed by the constants")
  func literal() {
    let query =
      [
        kSecClass: kSecClassGenericPassword,
        kSecAttrAccount: "ada",
        kSecValueData: Data([1, 2, 3]),
        kSecReturnData: true,
        kSecMatchLimit: kSecMatchLimitOne,
      ] as CFDictionary
    #expect(query.isEqual(to: expected as! [AnyHashable: Any]))
  }

  @Test("a Swift dictionary of strings, cast at the call")
  func strings() {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrAccount as String: "ada",
      kSecReturnData as String: kCFBooleanTrue!,
    ]
    query[kSecValueData as String] = Data([1, 2, 3]) as CFData
    query[String(kSecMatchLimit)] = kSecMatchLimitOne
    #expect((query as CFDictionary).isEqual(to: expected as! [AnyHashable: Any]))
  }

  @Test("a dictionary of CFString to Any")
  func cfStrings() {
    let query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ada", kSecValueData: Data([1, 2, 3]),
      kSecReturnData: kCFBooleanTrue as Any, kSecMatchLimit: kSecMatchLimitOne,
    ]
    #expect((query as CFDictionary).isEqual(to: expected as! [AnyHashable: Any]))
  }

  @Test("a dictionary of NSString to AnyObject")
  func objects() {
    let query: [NSString: AnyObject] = [
      kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ada" as NSString,
      kSecValueData: Data([1, 2, 3]) as NSData, kSecReturnData: kCFBooleanTrue,
      kSecMatchLimit: kSecMatchLimitOne,
    ]
    #expect((query as CFDictionary).isEqual(to: expected as! [AnyHashable: Any]))
  }

  @Test("a mutable dictionary filled by setObject and by subscript")
  func mutable() {
    let query = NSMutableDictionary()
    query.setObject(kSecClassGenericPassword, forKey: kSecClass)
    query.setObject("ada", forKey: kSecAttrAccount as NSString)
    query.setObject(Data([1, 2, 3]) as NSData, forKey: kSecValueData)
    query[kSecReturnData] = kCFBooleanTrue
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    #expect((query as CFDictionary).isEqual(to: expected as! [AnyHashable: Any]))
    #expect((query as CFMutableDictionary).count == 5)
  }

  @Test("values of every kind")
  func values() {
    let query: [String: Any] = [
      kSecAttrKeySizeInBits as String: 512 as CFNumber,
      kSecAttrIsPermanent as String: true as CFBoolean,
      kSecAttrLabel as String: "x".data(using: .utf8)! as CFData,
      kSecMatchValidOnDate as String: Date(timeIntervalSinceReferenceDate: 0) as CFDate,
      kSecAttrSynchronizable as String: kSecAttrSynchronizableAny,
    ]
    let dictionary = query as CFDictionary
    #expect(dictionary["bsiz"] as? Int == 512)
    #expect(dictionary["perm"] as? Bool == true)
    #expect(dictionary["labl"] as? Data == Data([0x78]))
    #expect(dictionary["m_ValidOnDate"] as? Date == Date(timeIntervalSinceReferenceDate: 0))
    #expect(dictionary["sync"] as? String == "syna")
  }

  @Test("results are cast to Swift's types")
  func results() {
    let one: CFTypeRef =
      ["acct": "ada", "port": 443, "cdat": Date(timeIntervalSinceReferenceDate: 1)] as NSDictionary
    let attributes = one as? [String: Any]
    #expect(attributes?[kSecAttrAccount as String] as? String == "ada")
    #expect(attributes?[kSecAttrPort as String] as? Int == 443)
    #expect(attributes?[kSecAttrPort as String] as? UInt32 == 443)
    #expect(
      attributes?[kSecAttrCreationDate as String] as? Date
        == Date(timeIntervalSinceReferenceDate: 1))
    let all: CFTypeRef = [one] as NSArray
    #expect((all as? [[String: Any]])?.count == 1)
    #expect((all as? [[AnyHashable: Any]])?.count == 1)
    #expect((all as? [CFDictionary])?.count == 1)
    #expect((one as! CFDictionary)[kSecAttrAccount] as? String == "ada")
  }
}

/// The repair without which keys that are constants find nothing in dictionaries whose keys are
/// strings.
@Suite("NSString and String as keys")
struct StringKeyTests {
  @Test("the constant and its string are the same key")
  func sameKey() {
    #expect(AnyHashable(kSecAttrAccount) == AnyHashable("acct"))
    #expect(AnyHashable(kSecAttrAccount).hashValue == AnyHashable("acct").hashValue)
    let attributes: [AnyHashable: Any] = ["acct": "ada"]
    #expect(attributes[kSecAttrAccount] as? String == "ada")
    let query: [AnyHashable: Any] = [kSecAttrAccount: "ada"]
    #expect(query["acct"] as? String == "ada")
  }

  @Test("equal sets and dictionaries with either kind of key compare as equal")
  func collections() {
    #expect(Set<AnyHashable>([kSecClass, "acct"]) == Set<AnyHashable>(["class", kSecAttrAccount]))
    #expect([kSecClass: kSecClassKey] as NSDictionary == ["class": "keys"] as NSDictionary)
  }
}

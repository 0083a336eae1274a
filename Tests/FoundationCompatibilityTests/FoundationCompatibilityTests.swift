// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility
import Testing

@Suite("Names that Foundation has on Apple's systems only")
struct FoundationCompatibilityTests {
  @Test("set and remove entries by keys that are objects")
  func dictionary() {
    let dictionary = NSMutableDictionary()
    let key: any NSCopying = "a" as NSString
    dictionary.setObject(1, forKey: key)
    dictionary.setValue(2, forKey: "b")
    #expect(dictionary["a" as NSString] as? Int == 1)
    #expect(dictionary["b" as NSString] as? Int == 2)
    dictionary.setValue(nil, forKey: "b")
    #expect(dictionary.count == 1)
  }

  @Test("keep no value alive in a table of weak objects")
  func mapTable() {
    let table = NSMapTable<NSString, NSObject>.strongToWeakObjects()
    var object: NSObject? = NSObject()
    table.setObject(object, forKey: "a")
    #expect(table.object(forKey: "a") === object)
    object = nil
    #expect(table.object(forKey: "a") == nil)
    table.setObject(NSObject(), forKey: "b")
    table.removeAllObjects()
    #expect(table.count == 0)
  }

  @Test("fill memory, and no more than there is")
  func filling() {
    var bytes: [UInt8] = [1, 2, 3, 4]
    #expect(memset_s(&bytes, 4, 0, 3) == 0)
    #expect(bytes == [0, 0, 0, 4])
    #expect(memset_s(&bytes, 2, 7, 3) != 0)
    #expect(bytes == [7, 7, 0, 4])
    #expect(memset_s(nil, 2, 7, 2) != 0)
  }

  @Test("compare memory to its last byte")
  func comparing() {
    let bytes: [UInt8] = [1, 2, 3]
    let (otherEnd, otherStart): ([UInt8], [UInt8]) = ([1, 2, 4], [9, 2, 3])
    #expect(timingsafe_bcmp(bytes, Array(bytes), 3) == 0)
    #expect(timingsafe_bcmp(bytes, otherEnd, 3) != 0)
    #expect(timingsafe_bcmp(bytes, otherStart, 3) != 0)
    #expect(timingsafe_bcmp(bytes, otherEnd, 2) == 0)
    let (signed, unsigned): (NSInteger, NSUInteger) = (-1, 1)
    #expect(signed + Int(unsigned) == 0)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Security
import Testing

@Suite("CoreFoundation")
struct CoreFoundationTests {
  @Test("type numbers tell values apart, truth values from numbers too")
  func typeIDs() {
    #expect(CFGetTypeID("a" as CFString) == CFStringGetTypeID())
    #expect(CFGetTypeID(NSMutableString(string: "a")) == CFStringGetTypeID())
    #expect(CFGetTypeID(Data([1]) as CFData) == CFDataGetTypeID())
    #expect(CFGetTypeID(NSMutableDictionary()) == CFDictionaryGetTypeID())
    #expect(CFGetTypeID([1] as CFArray) == CFArrayGetTypeID())
    #expect(CFGetTypeID(NSSet(array: [1])) == CFSetGetTypeID())
    #expect(CFGetTypeID(Date() as CFDate) == CFDateGetTypeID())
    #expect(CFGetTypeID(NSNull()) == CFNullGetTypeID())
    #expect(CFGetTypeID(NSError(domain: "d", code: 1)) == CFErrorGetTypeID())
    #expect(CFGetTypeID(kCFAllocatorNull) == CFAllocatorGetTypeID())
    #expect(CFGetTypeID(NSObject()) == 0)
    for number in [0 as CFNumber, 1 as CFNumber, NSNumber(value: Int8(1)), 1.5 as CFNumber] {
      #expect(CFGetTypeID(number) == CFNumberGetTypeID())
    }
    for flag in [
      kCFBooleanTrue!, kCFBooleanFalse!, true as CFBoolean, NSNumber(booleanLiteral: false),
    ] {
      #expect(CFGetTypeID(flag) == CFBooleanGetTypeID())
    }
  }

  @Test("the type numbers are all different")
  func typeIDsDiffer() {
    let all = [
      CFAllocatorGetTypeID(), CFArrayGetTypeID(), CFBooleanGetTypeID(), CFDataGetTypeID(),
      CFDateGetTypeID(),
      CFDictionaryGetTypeID(), CFErrorGetTypeID(), CFNullGetTypeID(), CFNumberGetTypeID(),
      CFSetGetTypeID(),
      CFStringGetTypeID(), 0,
    ]
    #expect(Set(all).count == all.count)
  }

  @Test("objects are equal when type and value are, and then hash alike")
  func equality() {
    #expect(CFEqual(kSecClassKey, "keys" as CFString))
    #expect(CFHash(kSecClassKey) == CFHash("keys" as CFString))
    #expect(!CFEqual(kSecClassKey, kSecClass))
    #expect(CFEqual(["a": 1] as CFDictionary, NSMutableDictionary(dictionary: ["a": 1])))
    #expect(CFEqual(1 as CFNumber, 1.0 as CFNumber))
    #expect(!CFEqual(kCFBooleanTrue, 1 as CFNumber))
    #expect(!CFEqual("1" as CFString, Data([0x31]) as CFData))
  }

  @Test("data can be read, and made over memory that is there already")
  func data() {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 3)
    defer { memory.deallocate() }
    for i in 0..<3 { memory[i] = UInt8(i + 1) }
    let data = CFDataCreateWithBytesNoCopy(kCFAllocatorDefault, memory, 3, kCFAllocatorNull)!
    #expect(CFDataGetLength(data) == 3)
    #expect(CFDataGetBytePtr(data) == UnsafePointer(memory))
    #expect(data as Data == Data([1, 2, 3]))
  }

  @Test("an error tells its code, domain, details and description")
  func errors() {
    let error: CFError = NSError(
      domain: NSOSStatusErrorDomain, code: -50,
      userInfo: [NSLocalizedDescriptionKey: "wrong argument"])
    #expect(CFErrorGetCode(error) == -50)
    #expect(CFErrorGetDomain(error) as String == NSOSStatusErrorDomain)
    #expect(
      (CFErrorCopyUserInfo(error) as! [String: Any])[NSLocalizedDescriptionKey] as? String
        == "wrong argument")
    #expect(CFErrorCopyDescription(error) as String == "wrong argument")
    let out: Unmanaged<CFError>? = Unmanaged.passRetained(error)
    #expect((out!.takeRetainedValue() as Error as NSError).code == -50)
  }

  @Test("constants that are optional at Apple are so here")
  func optionals() {
    #expect(kCFBooleanTrue! as? Bool == true)
    #expect(kCFBooleanFalse as Any as? Bool == false)
    #expect(kCFAllocatorDefault == nil)
    #expect(kCFBundleIdentifierKey as String == "CFBundleIdentifier")
  }
}

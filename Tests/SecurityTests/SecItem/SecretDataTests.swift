// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainRequests
import ProcessMemory
import Secrets
import Testing

@testable import Security

@Suite("Secrets as data objects")
struct SecretDataTests {
  static let lengths = [0, 1, 14, 15, 32, 4096, 100_000]

  func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
  }

  func object(_ count: Int) -> NSData {
    SecretData(
      SharedSecret(
        SecretBytes(count: count) { span in
          let bytes = bytes(count)
          for i in 0..<count { span.storeBytes(of: bytes[i], toByteOffset: i, as: UInt8.self) }
        }))
  }

  @Test("every cast to Data that programs write gives the bytes", arguments: lengths)
  func casts(count: Int) throws {
    let expected = Data(bytes(count))
    let object: CFTypeRef = object(count)
    #expect(object as? Data == expected)
    #expect(object as! Data == expected)
    #expect(object as? NSData as Data? == expected)
    #expect((object as! CFData) as Data == expected)
    #expect(Data(referencing: object as! NSData) == expected)
    let dictionary: CFTypeRef = NSDictionary(object: object, forKey: kSecValueData)
    #expect((dictionary as? [String: Any])?["v_Data"] as? Data == expected)
    #expect((dictionary as? [CFString: Any])?[kSecValueData] as? Data == expected)
    #expect((dictionary as? NSDictionary)?[kSecValueData] as? Data == expected)
    #expect(([dictionary] as NSArray as? [[String: Any]])?.first?["v_Data"] as? Data == expected)
  }

  @Test(
    "it equals, and hashes like, a data object of Foundation's with the same bytes",
    arguments: lengths)
  func equality(count: Int) {
    let plain = NSData(data: Data(bytes(count)))
    #expect(object(count).isEqual(plain))
    #expect(plain.isEqual(object(count)))
    #expect(object(count).hash == plain.hash)
    #expect(!object(count).isEqual(NSData(data: Data(bytes(count) + [0]))))
  }

  @Test("copies, ranges and encodings are those of the bytes", arguments: lengths)
  func methods(count: Int) throws {
    let data = object(count)
    let expected = Data(bytes(count))
    #expect(data.copy() as AnyObject === data)
    let changeable = try #require(data.mutableCopy() as? NSMutableData)
    changeable.append(Data([1]))
    #expect(changeable as Data == expected + [1])
    #expect(data.length == count)
    #expect(data.base64EncodedString() == expected.base64EncodedString())
    #expect(
      data.subdata(with: NSRange(location: count / 2, length: count - count / 2))
        == expected[(count / 2)...])
    var buffer = [UInt8](repeating: 0, count: count)
    data.getBytes(&buffer, length: count)
    #expect(buffer == bytes(count))
    var pieces: [UInt8] = []
    data.enumerateBytes { start, range, _ in
      pieces += UnsafeRawBufferPointer(start: start, count: range.length)
    }
    #expect(pieces == bytes(count))
  }

  @Test("it can be archived and put into a property list, and comes back as plain data")
  func archive() throws {
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: object(40), requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSData.self, from: archive)
    #expect(back as Data? == Data(bytes(40)))
    let list = try PropertyListSerialization.data(
      fromPropertyList: [object(40)], format: .binary, options: 0)
    #expect(
      try PropertyListSerialization.propertyList(from: list, format: nil) as? [Data] == [
        Data(bytes(40))
      ])
  }

  @Test("a description shows no byte")
  func description() {
    let data = SecretData(SharedSecret(copying: Array("hunter2hunter2!!".utf8).rawBytes))
    for text in [
      data.description, data.debugDescription, "\(data)", String(reflecting: data),
      "\([data] as NSArray)",
    ] {
      #expect(!text.contains("hunter") && !text.contains("68756e"), "\(text)")
    }
  }

  @Test(
    "a cast of a large secret takes a copy's time, not a walk's", .disabled(if: Sanitizer.isActive))
  func speed() throws {
    // The walk is a thousand times slower; a quarter leaves room for a busy machine.
    let secret: CFTypeRef = object(1 << 20)
    let plain: CFTypeRef = NSData(data: Data(bytes(1 << 20)))
    func best(_ object: CFTypeRef) -> Duration? {
      (0..<5).map { _ in
        ContinuousClock().measure { #expect((object as? Data)?.count == 1 << 20) }
      }.min()
    }
    let (copy, walk) = (best(secret), best(plain))
    #expect(try #require(copy) < #require(walk) / 4)
  }
}

// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import Foundation
internal import KeychainRequests
internal import Secrets

extension Request {
  /// Puts a call of the API into the keychain's vocabulary, as it stands: the engine judges it.
  init(_ operation: Operation, _ query: CFDictionary, changes: CFDictionary = [:]) {
    self.init(operation, Self.entries(of: query), changes: Self.entries(of: changes))
  }

  /// The entries of a dictionary.
  ///
  /// Its two lists are read, which keep their order to each other: every other way into a
  /// dictionary makes a `Data` of each data object, byte by byte.
  private static func entries(of dictionary: CFDictionary) -> Dictionary {
    zip(dictionary.allKeys, dictionary.allValues).map { key, value in
      let key = Key(key as AnyObject)
      return Entry(key, Value(value as AnyObject, isSecret: key.namesSecret))
    }
  }
}

extension Request.Key {
  fileprivate init(_ object: AnyObject) {
    switch object {
    case let text as NSString: self = .name(text as String)
    case is NSNumber: self = .number
    default: self = .other
    }
  }

  /// Whether the value belongs in locked memory.
  fileprivate var namesSecret: Bool {
    guard case .name(let name) = self else { return false }
    switch name {
    case RequestKeys.valueData, RequestKeys.useCredentialReference: return true
    case "binn", "bini", "bin0", "bin1", "bin2", "bin3": return true
    default: return false
    }
  }
}

extension Request.Value {
  /// How deep arrays may hold arrays; deeper ones are refused.
  private static let deepestArray = 4

  fileprivate init(_ object: AnyObject, isSecret: Bool) {
    switch object {
    case let data as SecretData: self = .secret(data.secret)
    case let data as NSData where isSecret:
      self = .secret(
        unsafe SharedSecret(copying: RawSpan(_unsafeStart: data.bytes, byteCount: data.length)))
    case let id as NSUUID: self = .uuid(id.bytes)
    case is NSNull: self = .null
    case let control as SecAccessControl: self = .accessControl(control.content)
    case let context as any AuthenticationContextObject:
      self = .authenticationContext(context.authenticationContext)
    default:
      guard let value = AttributeValue(object, deepestArray: Self.deepestArray) else {
        self = .unsupported(String(describing: type(of: object)))
        return
      }
      self = .attribute(value)
    }
  }
}

extension AttributeValue {
  fileprivate init?(_ object: AnyObject, deepestArray depth: Int) {
    switch object {
    case let text as NSString: self = .text(text as String)
    case let number as NSNumber: self.init(number)
    case let data as NSData:
      self = .bytes(unsafe Array(UnsafeRawBufferPointer(start: data.bytes, count: data.length)))
    case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
    case let array as NSArray where depth > 0:
      var elements: [AttributeValue] = []
      for index in 0..<array.count {
        guard let element = AttributeValue(array[index] as AnyObject, deepestArray: depth - 1)
        else { return nil }
        elements.append(element)
      }
      self = .list(elements)
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    if number.isBoolean {
      self = .boolean(number.boolValue)
    } else if number.isFloatingPoint {
      self = .real(number.doubleValue)
    } else {
      self = .integer(number.int64Value)
    }
  }
}

extension NSNumber {
  /// Whether the number has, or is too large for anything but, floating point.
  fileprivate var isFloatingPoint: Bool {
    switch unsafe UInt8(bitPattern: objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): true
    case UInt8(ascii: "Q"): uint64Value > UInt64(Int64.max)
    default: false
    }
  }
}

extension NSUUID {
  fileprivate var bytes: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      unsafe getBytes(buffer.baseAddress!)
      count = 16
    }
  }
}

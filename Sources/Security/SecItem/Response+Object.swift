// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import KeychainRequests

extension Response {
  /// What the caller of a call that succeeded gets back; nil where it asked for nothing, or for
  /// something that the item does not have.
  func result(of operation: Request.Operation) -> CFTypeRef? {
    let objects = items.compactMap { $0.object(returns, of: operation) }
    guard !isList else { return NSArray(array: objects) }
    return objects.first
  }
}

extension Response.Item {
  /// The item in the shape that the flags choose: one flag gives the thing itself, several give a
  /// dictionary.
  fileprivate func object(_ returns: Response.Returns, of operation: Request.Operation)
    -> AnyObject?
  {
    switch returns {
    case Response.Returns(): nil
    case .data:
      // Add tells an item without data from no item by handing out empty data; CopyMatching does
      // not.
      data.map(SecretData.init) ?? (operation == .add ? NSData() : nil)
    case .persistentReference: NSData(persistentReference.bytes)
    case .reference: nil  // Passwords have no object that stands for them.
    default: dictionary(returns)
    }
  }

  /// The conditions of the item; those of its protection class where it has no others.
  private var accessControl: SecAccessControl? {
    if case .bytes(let bytes)? = self[.accessControl] {
      return (try? AccessControl(encoded: bytes)).map(SecAccessControl.init)
    }
    guard case .text(let name)? = self[.accessible] else { return nil }
    return SecAccessControl.unconstrained(name)
  }

  private func dictionary(_ returns: Response.Returns) -> NSDictionary {
    var entries = DictionaryEntries(capacity: attributes.count + sideData.count + 4)
    for (key, value) in attributes where key != .accessControl {
      entries.append(key.object, value.object)
    }
    if let control = accessControl { entries.append(kSecAttrAccessControl, control) }
    if returns.contains(.data) {
      if let data { entries.append(kSecValueData, SecretData(data)) }
      for (key, secret) in sideData { entries.append(key.object, SecretData(secret)) }
    }
    if returns.contains(.persistentReference) {
      entries.append(kSecValuePersistentRef, NSData(persistentReference.bytes))
    }
    if returns.contains(.reference) { entries.append(kSecClass, itemClass.rawValue as NSString) }
    return entries.dictionary
  }
}

extension AttributeValue {
  /// The value as an object, of the kind that it is documented to have.
  fileprivate var object: AnyObject {
    switch self {
    case .text(let text): text as NSString
    case .bytes(let bytes): NSData(bytes)
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
    case .boolean(let flag): NSNumber(value: flag)
    case .list(let values): NSArray(array: values.map(\.object))
    }
  }
}

extension NSData {
  fileprivate convenience init(_ bytes: [UInt8]) {
    unsafe self.init(bytes: bytes, length: bytes.count)
  }
}

extension AttributeKey {
  /// The key as a text object.
  fileprivate var object: NSString { description as NSString }
}

/// The entries of a dictionary to be, in the form in which Foundation takes them without converting
/// each.
private struct DictionaryEntries {
  private var keys: [NSObject] = []
  private var values: [AnyObject] = []

  init(capacity: Int) {
    keys.reserveCapacity(capacity)
    values.reserveCapacity(capacity)
  }

  mutating func append(_ key: NSString, _ value: AnyObject) {
    keys.append(key)
    values.append(value)
  }

  var dictionary: NSDictionary {
    unsafe NSDictionary(objects: values, forKeys: keys, count: keys.count)
  }
}

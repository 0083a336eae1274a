// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSMutableDictionary {
  /// Sets the object for a key that is an object.
  public func setObject(_ object: Any, forKey key: any NSCopying) {
    guard let hashable = key as? AnyHashable ?? (key as? NSObject).map(AnyHashable.init) else {
      preconditionFailure("a key of type \(type(of: key)) cannot be hashed")
    }
    setObject(object, forKey: hashable)
  }

  /// Sets the object for a key, or removes it with nil.
  public func setValue(_ value: Any?, forKey key: String) {
    if let value {
      setObject(value, forKey: key as NSString)
    } else {
      removeObject(forKey: key as NSString)
    }
  }
}

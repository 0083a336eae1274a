// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Turns objects into archives and back, for a closed list of classes.
///
/// Foundation's archiver and unarchiver on Linux end the process where Apple's throw: at an object
/// that cannot be archived securely, and at a class that is not expected. So both are looked for
/// first.
struct ObjectArchive: Sendable {
  /// The classes that stand for values.
  private static let valueClasses: [AnyClass] = [
    NSString.self, NSMutableString.self, NSData.self, NSMutableData.self, NSNumber.self,
    NSDecimalNumber.self, NSDate.self, NSURL.self, NSUUID.self, NSNull.self, NSArray.self,
    NSMutableArray.self, NSDictionary.self, NSMutableDictionary.self, NSSet.self,
    NSMutableSet.self, NSOrderedSet.self, NSMutableOrderedSet.self,
  ]

  private let classes: [AnyClass]
  private let names: Set<String>

  init(allowing classes: [AnyClass]) {
    self.classes = Self.valueClasses + classes
    names = Set(self.classes.map { NSStringFromClass($0) })
  }

  /// - Throws: `invalidParameter` for what cannot be archived.
  func archive(_ object: Any, key: String) throws(KeychainError) -> Data {
    var flaw = ArchiveRules.flaw(in: object)
    if flaw == nil {
      if let root = (object as AnyObject?) as? any NSSecureCoding,
        let data = try? NSKeyedArchiver.archivedData(
          withRootObject: root, requiringSecureCoding: true)
      {
        return data
      }
      flaw = "the archiver refuses it"
    }
    throw KeychainError(
      .invalidParameter,
      reason: "the object for \(key.debugDescription) cannot be archived: \(flaw ?? "")")
  }

  /// - Throws: `undecodable` for what is no archive, or one of a class that is not on the list.
  func unarchive(_ data: Data, key: String) throws(KeychainError) -> Any {
    guard let found = Self.classNames(in: data) else {
      throw KeychainError(
        .undecodable,
        reason: "what is kept under \(key.debugDescription) is no archive of an object")
    }
    let foreign = found.subtracting(names).sorted()
    guard foreign.isEmpty else {
      throw KeychainError(
        .undecodable,
        reason:
          "the archive under \(key.debugDescription) holds objects of the class \(foreign.joined(separator: ", ")); if they are yours, name the class in Strongbox(allowing:)"
      )
    }
    guard let object = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
    else {
      throw KeychainError(
        .undecodable, reason: "the archive under \(key.debugDescription) cannot be read")
    }
    return object
  }

  /// The names of all classes in an archive; nil when it is none.
  private static func classNames(in data: Data) -> Set<String>? {
    let list = unsafe try? PropertyListSerialization.propertyList(from: data, format: nil)
    guard let archive = list as? [String: Any],
      archive["$archiver"] as? String == "NSKeyedArchiver",
      let top = archive["$top"] as? [String: Any], top[NSKeyedArchiveRootObjectKey] != nil,
      let objects = archive["$objects"] as? [Any]
    else { return nil }
    return Set(objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String })
  }
}

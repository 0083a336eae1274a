// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
public import Foundation
internal import ObjectStore
internal import Secrets
public import Strongroom

/// Encrypts single `Data` properties, for a realm whose file is shared and not encrypted as a
/// whole.
///
/// ```swift
/// class Account: Object {
///   @Persisted(primaryKey: true) var id: Int
///   @Persisted var name: String      // anybody who has the file reads this
///   @Persisted var secret: Data      // sealed
/// }
///
/// let cipher = FieldCipher(try Keyring().findOrMake("accounts"))
/// try realm.write { try cipher.store(Data("s3cret".utf8), in: "secret", of: account) }
/// let secret = try cipher.load("secret", of: account)
/// ```
///
/// What is sealed opens in the same property of the same class only, and where the class has a
/// primary key, in the object with this key only: whoever can write the file cannot give one
/// object the secret of another. An older value of the same property can be put back; so can
/// nothing at all. Lengths are visible. Queries cannot look inside.
///
/// XChaCha20-Poly1305 with a random nonce; the key is derived from the keyring's by HKDF-SHA-256.
/// `Documentation/realm-format.md` has the bytes.
public final class FieldCipher: Sendable {
  static let version: UInt8 = 1
  static let label = "strongroom realm field 1"

  private let key: Key

  private final class Key: Sendable {
    let bytes: SecretBytes
    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
  }

  /// Makes a cipher with a key of its own out of `key`.
  public init(_ key: EncryptionKey) {
    self.key = Key(
      key.withBytes { bytes in
        HKDFSHA256.deriveKey(
          from: bytes, salt: [UInt8]().rawBytes, info: Array(Self.label.utf8).rawBytes,
          count: XChaCha20Poly1305.keyByteCount)
      })
  }

  /// Seals `data` and assigns it to a property; an object in a realm takes a write transaction.
  ///
  /// - Throws: ``Realm/Error`` with `invalidInput` when the class has no `Data` property of this
  ///   name.
  public func store(_ data: Data, in property: String, of object: Object) throws {
    let context = try context(of: property, in: object)
    let box = unsafe XChaCha20Poly1305.seal(
      data.span.bytes, key: key.bytes, authenticating: context.rawBytes)
    object[property] = Data([Self.version] + box)
  }

  /// What ``store(_:in:of:)`` sealed; nil for a property that is nil or empty.
  ///
  /// - Throws: ``Realm/Error`` with `invalidDatabase` and `damaged` when it does not open: another
  ///   key, a value from another property or object, or changed bytes.
  public func load(_ property: String, of object: Object) throws -> Data? {
    let context = try context(of: property, in: object)
    guard let box = object[property] as? Data, let version = box.first else { return nil }
    guard version == Self.version else {
      throw Realm.Error(
        .invalidDatabase,
        reason: "\(type(of: object)).\(property) is sealed in version \(version), or not sealed")
    }
    do throws(CryptographyError) {
      let body = Data(box.dropFirst())
      let opened = try unsafe XChaCha20Poly1305.open(
        body.span.bytes, key: key.bytes, authenticating: context.rawBytes)
      // The one place where the secret leaves locked memory: the caller wants Data.
      return opened.withBytes { bytes in Data(copying: bytes) }
    } catch {
      throw Realm.Error(
        .invalidDatabase,
        reason:
          "\(type(of: object)).\(property) does not open: another key, a value that was sealed "
          + "for another property or object, or changed bytes", underlying: .damaged)
    }
  }

  /// What a sealed value is bound to: class, property and primary key, each with its length.
  private func context(of property: String, in object: Object) throws -> [UInt8] {
    let description = object.classDescription
    guard let accessor = description[property], accessor.kind.type == .data,
      accessor.kind.collection == nil
    else {
      throw Realm.Error(
        .invalidInput, reason: "class \(description.programName) has no Data property \(property)")
    }
    return Self.context(
      className: description.name, property: accessor.columnName,
      primaryKey: description.primaryKey.flatMap { $0.stored($0.currentValue(of: object)) })
  }

  static func context(
    className: String, property: String, primaryKey: StoredValue?
  ) -> [UInt8] {
    var bytes = field(Array(className.utf8)) + field(Array(property.utf8))
    switch primaryKey {
    case nil: bytes.append(0)
    case .null?: bytes.append(1)
    case .integer(let value)?: bytes += [2] + field(bigEndian(UInt64(bitPattern: value)))
    case .text(let value)?: bytes += [3] + field(Array(value.utf8))
    case .bytes(let value)?: bytes += [4] + field(value)
    case .real(let value)?: bytes += [5] + field(bigEndian(value.bitPattern))
    }
    return bytes
  }

  private static func field(_ bytes: [UInt8]) -> [UInt8] {
    Array(bigEndian(UInt64(bytes.count)).suffix(4)) + bytes
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
  }
}

extension Data {
  fileprivate init(copying bytes: RawSpan) {
    self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
  }
}

extension _PropertyAccessor {
  /// What the property of an object is now.
  fileprivate func currentValue(of object: ObjectBase) -> Any {
    object[name] as Any
  }
}

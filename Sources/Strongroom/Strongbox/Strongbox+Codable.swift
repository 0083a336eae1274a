// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Values of Swift types, as JSON inside the archive.
extension Strongbox {
  /// Stores a value under `key`; nil removes what is there.
  ///
  /// - Throws: `invalidParameter` when the value cannot be encoded.
  public func encode<Value: Encodable>(
    _ value: Value?, key: String, encoder: JSONEncoder = JSONEncoder(),
    accessibility: Accessibility = .whenUnlocked
  ) throws(KeychainError) {
    var data: Data?
    do {
      data = try value.map { try encoder.encode($0) }
    } catch {
      throw KeychainError(
        .invalidParameter,
        reason: "the value for \(key.debugDescription) cannot be encoded: \(Value.self) refused")
    }
    try setObject(data, forKey: key, accessibility: accessibility)
  }

  /// Stores a value under `key`, with one of the `kSecAttrAccessible…` constants; nil removes what
  /// is there.
  ///
  /// - Throws: as ``encode(_:key:encoder:accessibility:)-(Value?,_,_,Accessibility)``.
  public func encode<Value: Encodable>(
    _ value: Value?, key: String, encoder: JSONEncoder = JSONEncoder(), accessibility: NSString
  ) throws(KeychainError) {
    try encode(
      value, key: key, encoder: encoder,
      accessibility: Accessibility(rawValue: String(describing: accessibility)))
  }

  /// The value stored under `key`; nil when there is none.
  ///
  /// - Throws: `undecodable` when what is stored is no such value.
  public func decode<Value: Decodable>(
    forKey key: String, decoder: JSONDecoder = JSONDecoder()
  ) throws(KeychainError) -> Value? {
    guard let object = try object(forKey: key) else { return nil }
    // The decoder's own words quote what it read.
    guard let data = object as? Data, let value = try? decoder.decode(Value.self, from: data) else {
      throw KeychainError(
        .undecodable,
        reason: "what is kept under \(key.debugDescription) is no JSON of the type \(Value.self)")
    }
    return value
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

/// The class of the tests that are not about classes.
class Jotting: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var text: String
  @Persisted var next: Jotting?
  @Persisted var words: List<String>
  @Persisted var page: Data
}

extension Realm.Configuration {
  /// A file that only notes are in.
  static func notes(_ path: String, key: Data? = .key(1)) -> Self {
    Realm.Configuration(
      fileURL: URL(fileURLWithPath: path), encryptionKey: key, objectTypes: [Jotting.self])
  }

  /// Makes the file with so many notes of about a page each, and closes it.
  func fill(count: Int = 1) throws {
    let realm = try Realm(configuration: self)
    try realm.write {
      for id in 0..<count {
        realm.add(
          Jotting(value: ["id": id, "text": "note \(id)", "page": Data(repeating: 1, count: 3000)]))
      }
    }
  }
}

extension Data {
  /// A key that differs from those with other numbers.
  static func key(_ number: UInt8) -> Data { Data((0..<64).map { $0 ^ number }) }
}

/// The error that `body` throws; nil for none, and for another kind.
func failure(_ body: () throws -> Void) -> Realm.Error? {
  do {
    try body()
    return nil
  } catch {
    return error as? Realm.Error
  }
}

/// A realm of a queue, carried to it.
struct UncheckedRealm: @unchecked Sendable {
  let realm: Realm
  init(_ realm: Realm) { self.realm = realm }
}

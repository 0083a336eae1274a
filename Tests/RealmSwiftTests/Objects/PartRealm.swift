// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders

/// A folder with realms of parts.
struct PartRealm {
  let folder = TemporaryFolder()

  func open(_ name: String = "a", classes: [ObjectBase.Type] = [Part.self]) throws -> Realm {
    try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("\(name).realm")), objectTypes: classes))
  }

  /// What another thread finds, with a realm of its own.
  func elsewhere<R: Sendable>(
    classes: [ObjectBase.Type] = [Part.self], _ body: @escaping @Sendable (Realm) throws -> R
  ) throws -> R {
    let done = DispatchSemaphore(value: 0)
    let box = Box<R>()
    let url = URL(fileURLWithPath: folder.file("a.realm"))
    let all = Classes(types: classes)
    Thread.detachNewThread {
      box.result = Result {
        try body(
          try Realm(
            configuration: Realm.Configuration(fileURL: url, objectTypes: all.types)))
      }
      done.signal()
    }
    done.wait()
    return try box.result!.get()
  }

  private final class Box<R>: @unchecked Sendable {
    var result: Result<R, any Error>?
  }

  private struct Classes: @unchecked Sendable {
    let types: [ObjectBase.Type]
  }
}

// SPDX-License-Identifier: Apache-2.0

import Dispatch
import RealmSwift

/// Runs `body` with a realm of the same file that belongs to somebody else.
func elsewhere(
  _ configuration: Realm.Configuration, _ body: (Realm) throws -> Void
) throws {
  let queue = DispatchQueue(label: "elsewhere")
  try queue.sync { try body(Realm(configuration: configuration, queue: queue)) }
}

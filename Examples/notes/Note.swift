// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

final class Note: Object {
  @Persisted(primaryKey: true) var id: ObjectId
  @Persisted var text: String
  @Persisted var isDone = false
  @Persisted(indexed: true) var created: Date
  @Persisted var tags: MutableSet<String>
  @Persisted(originProperty: "notes") var notebooks: LinkingObjects<Notebook>

  convenience init(_ text: String, tags: [String]) {
    self.init()
    id = ObjectId.generate()
    created = Date()
    self.text = text
    self.tags.insert(objectsIn: tags)
  }
}

final class Notebook: Object {
  @Persisted(primaryKey: true) var name: String
  @Persisted var notes: List<Note>
}

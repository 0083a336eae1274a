// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// Adding and deleting.
extension RealmCore {
  /// Does something later in the addition that is under way, so that a chain of links, however
  /// long, takes no depth.
  func postpone(_ body: @escaping () -> Void) { postponed.append(body) }

  /// Adds an object, and all that it leads to.
  ///
  /// - Returns: its key.
  @discardableResult
  func add(_ object: ObjectBase) -> ObjectKey {
    let key = enter(object)
    if !isFinishing {
      isFinishing = true
      defer { isFinishing = false }
      while let body = postponed.popLast() { body() }
    }
    return key
  }

  /// Gives an object its row; what it leads to may have to wait.
  func enter(_ object: ObjectBase) -> ObjectKey {
    if let owner = object.core {
      guard owner === self else {
        misuse(
          "an object of class \(object.classDescription.programName) is managed by another realm; make a "
            + "copy of it with create(_:value:)")
      }
      guard let table = object.table, table.isAlive(object) else {
        misuse(
          "an object of class \(object.classDescription.programName) has been deleted or invalidated"
        )
      }
      return object.key
    }
    expectWriting()
    let table = table(of: object)
    if let primaryKey = table.description.primaryKey {
      let value = primaryKey.defaultValue(of: object)
      // The insertion itself finds out, where the primary key is the row id.
      if updatePolicy == .error, primaryKey.isRowID, case .integer(let number) = value.value {
        if !table.insert(object, key: number) { refuse(object, primaryKey, in: table) }
        return number
      }
      if let existing = self.key(where: primaryKey, is: value.value, in: table) {
        if updatePolicy == .error { refuse(object, primaryKey, in: table) }
        table.overwrite(object, key: existing, onlyIfChanged: updatePolicy == .modified)
        return existing
      }
      if primaryKey.isRowID, case .integer(let number) = value.value {
        table.insert(object, key: number)
        return number
      }
    }
    let key =
      guarding { () throws(ObjectStoreError) in try store.makeKey(for: table.className) } ?? 0
    table.insert(object, key: key)
    return key
  }

  private func refuse(
    _ object: ObjectBase, _ primaryKey: _PropertyAccessor, in table: ObjectTable
  ) -> Never {
    misuse(
      "a \(table.description.programName) with the primary key \(primaryKey.value(of: object)) "
        + "exists; add it with update: .modified, or give it another key")
  }

  /// The object whose primary key has a value.
  func key(
    where primaryKey: _PropertyAccessor, is value: StoredValue, in table: ObjectTable
  ) -> ObjectKey? {
    guard let layout = table.layout, let property = layout.schema.primaryKey else { return nil }
    return guarding { () throws(ObjectStoreError) in
      try store.key(where: property, is: value, in: layout)
    } ?? nil
  }

  /// Whether the file has the row of an object.
  func has(_ object: ObjectBase) -> Bool {
    guard let layout = object.table?.layout else { return false }
    prepareToRead()
    return guarding { () throws(ObjectStoreError) in
      try store.exists(object.key, in: layout)
    } ?? false
  }

  /// Deletes objects by their keys.
  func delete(_ keys: [ObjectKey], of className: String) {
    if keys.isEmpty { return }
    guarding { () throws(ObjectStoreError) in
      try store.delete(keys, of: className, reporting: note)
    }
  }

  func note(_ change: DeletionEffect) {
    guard let table = tables.values.first(where: { $0.className == change.className }) else {
      unnotedChanges += 1
      return
    }
    if change.isDeletion {
      table.noteDeletion(of: change.key)
    } else {
      table.noteChange(of: change.key)
    }
  }

  func deleteEmbedded(_ keys: [ObjectKey], behind accessor: _PropertyAccessor) {
    if let target = accessor.kind.targetName { delete(keys, of: target) }
  }

  /// Whether no class has an object.
  var isEmpty: Bool {
    guarding { () throws(ObjectStoreError) in
      for name in store.schema.classes.keys where try store.count(of: name) > 0 { return false }
      return true
    } ?? true
  }

  func deleteEverything() {
    expectWriting()
    guarding { () throws(ObjectStoreError) in try store.deleteEverything() }
    unnotedChanges += 1
    for table in tables.values { table.noteDeletionOfEverything() }
  }
}

extension _PropertyAccessor {
  /// Whether the property is the row's number.
  var isRowID: Bool {
    options.contains(.primaryKey) && kind.type == .int && !kind.isOptional
  }
}

// SPDX-License-Identifier: Apache-2.0

extension ObjectBase {
  /// The realm that manages the object; nil for none.
  public final var realm: Realm? { core.map { Realm($0) } }

  /// Whether the object was deleted, or its realm invalidated; its properties must not be used
  /// then.
  public final var isInvalidated: Bool {
    guard let table = table else { return false }
    return !table.isAlive(self)
  }

  /// Whether the object is one of a frozen realm.
  public final var isFrozen: Bool { core?.isFrozen ?? false }

  /// Whether both are the same object of the same realm.
  public final func isSameObject(as other: ObjectBase?) -> Bool {
    guard let other else { return false }
    if self == other { return true }
    // One of them as a dynamic object.
    guard let table = table, let core, core === other.core, key == other.key else { return false }
    return table.className == other.table?.className
  }
}

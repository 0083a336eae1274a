// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A table that does not keep its values alive; Foundation has it on Apple's systems only.
///
/// It belongs to one thread at a time, as Foundation's does.
public final class NSMapTable<Key: NSObject, Value: AnyObject> {
  private struct Weak { weak var value: Value? }

  private var entries: [Key: Weak] = [:]

  private init() {}

  /// Makes a table that keeps its keys alive, and not its values.
  public static func strongToWeakObjects() -> NSMapTable<Key, Value> { NSMapTable() }

  /// The value of a key, as long as somebody else keeps it alive.
  public func object(forKey key: Key?) -> Value? { key.flatMap { entries[$0]?.value } }

  /// Sets the value of a key; nil removes it.
  public func setObject(_ value: Value?, forKey key: Key?) {
    guard let key else { return }
    entries[key] = value.map { Weak(value: $0) }
    // Only here does the table grow, so here those go whose value is gone.
    if entries.count.nonzeroBitCount == 1 { entries = entries.filter { $0.value.value != nil } }
  }

  /// Removes the value of a key.
  public func removeObject(forKey key: Key?) { if let key { entries[key] = nil } }

  /// Removes everything.
  public func removeAllObjects() { entries = [:] }

  /// How many keys there are, those included whose value is gone.
  public var count: Int { entries.count }
}

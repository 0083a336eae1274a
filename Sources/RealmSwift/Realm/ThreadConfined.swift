// SPDX-License-Identifier: Apache-2.0

/// What belongs to one realm, and with it to one thread, queue or actor.
public protocol ThreadConfined {
  /// The realm; nil for what nobody manages.
  var realm: Realm? { get }
  /// Whether it is gone.
  var isInvalidated: Bool { get }
  /// Whether it stays as it is.
  var isFrozen: Bool { get }
  /// The same in another realm of the same file; nil where that does not have it.
  func _moved(to realm: Realm) -> Self?
}

extension ThreadConfined {
  /// The same, as it is now, for good; any thread may read it.
  ///
  /// What it shows is kept in the file until it is let go: let go of it.
  ///
  /// **On Linux** the frozen realm takes the snapshot over, and the live one goes on with what is
  /// newest, as by ``Realm/refresh()``.
  public func freeze() -> Self {
    guard let realm else { misuse("only what a realm manages can be frozen") }
    if isFrozen { return self }
    let frozen = Realm(realm.core.freeze())
    guard let moved = _moved(to: frozen) else {
      misuse("what has been deleted or invalidated cannot be frozen")
    }
    return moved
  }

  /// The live one of the thread that calls; nil if it has been deleted since.
  public func thaw() -> Self? {
    guard let realm else { misuse("only what a realm manages can be thawed") }
    guard isFrozen else { return self }
    return _moved(to: Realm(realm.core.thaw()))
  }
}

extension Realm {
  /// The same realm, as it is now, for good; any thread may read it.
  ///
  /// **On Linux** the frozen realm takes the snapshot over, and this one goes on with what is
  /// newest, as by ``refresh()``.
  public func freeze() -> Realm { Realm(core.freeze()) }

  /// The live realm of the thread that calls.
  public func thaw() -> Realm { Realm(core.thaw()) }
}

extension ThreadConfined where Self: ObjectBase {
  /// The same object in another realm.
  public func _moved(to realm: Realm) -> Self? {
    guard let table = table, let other = realm.core.table(like: table),
      let object = other.object(key) as? Self, realm.core.has(object)
    else { return nil }
    return object
  }
}

extension Object: ThreadConfined {}
extension EmbeddedObject: ThreadConfined {}

/// Takes an object or a collection from one thread to another.
///
/// ```swift
/// let reference = ThreadSafeReference(to: person)
/// queue.async {
///   let realm = try! Realm(configuration: configuration)
///   guard let person = realm.resolve(reference) else { return }  // deleted meanwhile
/// }
/// ```
public struct ThreadSafeReference<Confined: ThreadConfined>: @unchecked Sendable {
  // A copy of a frozen realm's, which any thread may read.
  private let frozen: Confined

  /// Refers to something that a realm manages, as it is now.
  public init(to confined: Confined) {
    if confined.realm?.isInWriteTransaction == true {
      misuse("a reference cannot be made in a write transaction; commit it first")
    }
    frozen = confined.freeze()
  }

  /// Whether what is referred to was gone.
  public var isInvalidated: Bool { frozen.isInvalidated }

  func resolve(in realm: Realm) -> Confined? { frozen._moved(to: realm) }
}

extension Realm {
  /// What a reference refers to, in this realm; nil if it has been deleted.
  ///
  /// Makes the newest state visible, so that what was there for the other thread is here.
  public func resolve<Confined>(_ reference: ThreadSafeReference<Confined>) -> Confined? {
    if !isInWriteTransaction { refresh() }
    return reference.resolve(in: self)
  }
}

/// A variable that can be handed to another thread: it gives out the object of the realm there.
@propertyWrapper
public final class ThreadSafe<Confined: ThreadConfined>: @unchecked Sendable {
  private let frozen: Confined?

  /// The object or collection, in the realm of the thread that asks; nil once it has been deleted.
  public var wrappedValue: Confined? { frozen?.thaw() }

  /// Keeps what a realm manages.
  public init(wrappedValue: Confined?) { frozen = wrappedValue?.freeze() }
}

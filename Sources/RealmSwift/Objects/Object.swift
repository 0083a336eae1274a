// SPDX-License-Identifier: Apache-2.0

/// The base of classes whose objects a realm keeps.
///
/// ```swift
/// class Person: Object {
///   @Persisted var name: String
///   @Persisted var dogs: List<Dog>
/// }
/// ```
///
/// **On Linux** no runtime lists a program's classes. A realm knows those of
/// `Realm.Configuration.objectTypes`, those the program has used, and all that these lead to.
open class Object: ObjectBase {}

/// The base of classes whose objects belong to one other object, and are deleted with it.
open class EmbeddedObject: ObjectBase {}

/// Realm's name for the class that all objects have in common.
public typealias RealmSwiftObject = Object

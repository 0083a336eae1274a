// SPDX-License-Identifier: Apache-2.0

public import Dispatch
public import Foundation

/// A database of Swift objects, in an encrypted file.
///
/// ```swift
/// let configuration = Realm.Configuration(encryptionKey: try Keyring().findOrMake("notes").data)
/// let realm = try Realm(configuration: configuration)
/// try realm.write { realm.add(Note(value: ["text": "Buy milk"])) }
/// for note in realm.objects(Note.self) { print(note.text) }
/// ```
///
/// A realm and its objects belong to the thread, queue or actor that opened it. Opening the same
/// file again there is cheap.
///
/// A realm reads from a snapshot: from its first read on, what others commit stays out of sight
/// until ``refresh()`` or the next write transaction. Between two turns of its queue, its actor or
/// the main run loop it goes on by itself to what is newest; on other threads, while something of
/// it is observed. ``autorefresh`` says otherwise.
public struct Realm {
  let core: RealmCore

  init(_ core: RealmCore) { self.core = core }

  /// Opens the realm of the default configuration.
  ///
  /// - Throws: as ``init(configuration:queue:)``.
  public init() throws { try self.init(configuration: .defaultConfiguration) }

  /// Opens a file with what the default configuration says otherwise.
  ///
  /// - Throws: as ``init(configuration:queue:)``.
  public init(fileURL: URL) throws {
    var configuration = Configuration.defaultConfiguration
    configuration.fileURL = fileURL
    try self.init(configuration: configuration)
  }

  /// Opens a realm, or makes it.
  ///
  /// - Parameters:
  ///   - configuration: where the file is, its key and its classes.
  ///   - queue: the serial queue that the realm belongs to; nil for this thread.
  /// - Throws: ``Error``.
  public init(configuration: Configuration, queue: DispatchQueue? = nil) throws {
    core = try RealmFile.open(
      configuration, confinement: queue.map { .queue(.init($0)) } ?? .currentThread)
  }

  /// What to do with an object whose primary key exists.
  public enum UpdatePolicy: Sendable {
    /// Refuse, which ends the program.
    case error
    /// Take the properties that differ.
    case modified
    /// Take all properties.
    case all
  }

  /// How the realm was opened.
  public var configuration: Configuration { core.configuration }

  /// Whether the realm stays as it is.
  public var isFrozen: Bool { core.isFrozen }
}

extension Realm: Equatable {
  /// Whether both are the same realm in the same place.
  public static func == (a: Realm, b: Realm) -> Bool { a.core === b.core }
}

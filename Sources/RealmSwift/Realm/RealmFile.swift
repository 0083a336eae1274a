// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Foundation
internal import ObjectStore
internal import SQLite
internal import Synchronization

/// Opens the files behind realms.
enum RealmFile {
  /// The realm of a configuration in a place: the one that is open there already, or a new one.
  ///
  /// - Throws: `Realm.Error`.
  static func open(
    _ configuration: Realm.Configuration, confinement: Confinement
  ) throws -> RealmCore {
    try configuration.check()
    let key = OpenRealms.Key(configuration, confinement)
    if let core = OpenRealms.core(for: key, like: configuration) { return core }
    let location = try RealmLocation.of(configuration)
    let isFirst = !OpenRealms.isOpen(location.path)
    if isFirst { try location.prepare(configuration) }
    let core: RealmCore
    do {
      core = try open(configuration, at: location, confinement: confinement)
    } catch {
      let error = Realm.Error(error, file: location.path)
      guard case .schemaMismatch = error.errorCode, configuration.deleteRealmIfMigrationNeeded,
        !configuration.readOnly
      else { throw error }
      guard isFirst else {
        throw Realm.Error(
          .alreadyOpen,
          reason: "\(location.path) needs a migration and cannot be deleted, for it is open",
          file: location.path)
      }
      try location.delete()
      core = try open(configuration, at: location, confinement: confinement)
    }
    if isFirst, let decide = configuration.shouldCompactOnLaunch, !configuration.readOnly {
      try Compaction.run(on: core, if: decide)
    }
    OpenRealms.insert(core, for: key, path: location.path)
    return core
  }

  private static func open(
    _ configuration: Realm.Configuration, at location: RealmLocation, confinement: Confinement
  ) throws -> RealmCore {
    let core = RealmCore(
      store: try ObjectStore(try connect(to: location, configuration)),
      configuration: configuration, confinement: confinement)
    core.location = location
    try prepareClasses(of: core)
    return core
  }

  /// How many milliseconds a write transaction waits for others.
  ///
  /// Realm waits for ever; two realms of one thread would hold each other up so.
  private static let patience = 60_000

  /// Opens a connection to the file of a realm.
  static func connect(
    to location: RealmLocation, _ configuration: Realm.Configuration
  ) throws -> Connection {
    do {
      let access: Connection.Access = configuration.readOnly ? .readOnly : .readWriteCreate
      guard let key = location.key else {
        return try connectUnencrypted(to: location.path, access)
      }
      return try EncryptedDatabase.open(
        at: location.path, key: key.value,
        options: DatabaseOptions(access: access, busyTimeout: patience))
    } catch {
      throw FileKind.explain(error, path: location.path, hasKey: location.key != nil)
    }
  }

  private static func connectUnencrypted(
    to path: String, _ access: Connection.Access
  ) throws -> Connection {
    let connection = try Connection(path: path, access: access, busyTimeout: patience)
    try connection.execute("PRAGMA synchronous=FULL; PRAGMA cache_size=-65536")
    // Touches the file, so that what is no database fails here.
    try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
    if access != .readOnly { try connection.execute("PRAGMA journal_mode=WAL") }
    return connection
  }

  /// Brings the classes of the file and of the program together.
  private static func prepareClasses(of core: RealmCore) throws {
    let configuration = core.configuration
    let classes = ClassDescription.closure(
      of: configuration.objectTypes ?? ClassDescription.inDefaultSchema.map(\.type))
    for description in classes {
      if let objection = description.objection {
        throw Realm.Error(.schemaMismatch, reason: objection, file: core.path)
      }
    }
    try core.expectDistinctNames(classes)
    _ = try core.store.ensureSnapshot()
    let needsWriting = try check(classes, of: core)
    core.store.endSnapshot()
    guard needsWriting, !configuration.readOnly else { return }
    _ = try core.store.beginWrite()
    do {
      // Another process may have been quicker.
      if try check(classes, of: core) {
        try core.addClasses(classes, settingVersion: true)
      }
      try core.store.commit()
    } catch {
      core.store.rollBack()
      throw error
    }
  }

  /// Compares classes and versions.
  ///
  /// - Returns: whether the file lacks something that can be added.
  private static func check(_ classes: [ClassDescription], of core: RealmCore) throws -> Bool {
    let configuration = core.configuration
    let stored = core.store.schema
    let additions = SchemaAdditions(of: classes.map(\.schema), to: stored)
    guard let version = stored.version else {
      guard !configuration.readOnly else {
        throw Realm.Error(
          .schemaMismatch, reason: "\(core.path) is empty; open it once for writing",
          file: core.path)
      }
      return true
    }
    guard configuration.schemaVersion >= version else {
      throw Realm.Error(
        .schemaMismatch,
        reason: "\(core.path) has schema version \(version), and the configuration "
          + "\(configuration.schemaVersion); a later version of the program has written it",
        file: core.path)
    }
    if !additions.conflicts.isEmpty
      || (version < configuration.schemaVersion && configuration.migrationBlock != nil)
    {
      throw Realm.Error(
        .schemaMismatch,
        reason: additions.conflicts.isEmpty
          ? "\(core.path) has schema version \(version), and going to \(configuration.schemaVersion) "
            + "takes a migration block, which this version of Strongroom does not run"
          : RealmCore.migrationRequired(additions.conflicts),
        file: core.path)
    }
    if configuration.readOnly, !additions.classes.isEmpty || !additions.properties.isEmpty {
      let missing =
        additions.classes.map(\.name) + additions.properties.map { "\($0).\($1.name)" }
      throw Realm.Error(
        .schemaMismatch,
        reason:
          "\(core.path) lacks \(missing.joined(separator: ", ")), which cannot be added through "
          + "a realm that is read-only", file: core.path)
    }
    return !additions.isEmpty || version < configuration.schemaVersion
  }
}

/// The realms that are open in this process.
enum OpenRealms {
  /// A file in a place.
  struct Key: Hashable {
    private let path: String
    private let place: String

    init(_ configuration: Realm.Configuration, _ confinement: Confinement) {
      path = configuration.path
      place = confinement.identity
    }
  }

  private struct Entry: @unchecked Sendable {
    weak var core: RealmCore?
    let path: String
  }

  private static let entries = Mutex<[Key: [Entry]]>([:])

  /// The realm that is open in a place with the same configuration.
  static func core(for key: Key, like configuration: Realm.Configuration) -> RealmCore? {
    entries.withLock { entries in
      for entry in entries[key] ?? [] {
        if let core = entry.core, core.configuration.opensTheSame(as: configuration) {
          return core
        }
      }
      return nil
    }
  }

  static func insert(_ core: RealmCore, for key: Key, path: String) {
    entries.withLock { entries in
      entries[key] =
        (entries[key] ?? []).filter { $0.core != nil } + [Entry(core: core, path: path)]
    }
    core.onClose = {
      entries.withLock { entries in
        entries[key] = entries[key]?.filter { $0.core != nil }
        if entries[key]?.isEmpty == true { entries[key] = nil }
      }
    }
  }

  /// Whether any realm of this process has a file open.
  static func isOpen(_ path: String) -> Bool {
    entries.withLock { entries in
      entries.values.contains { $0.contains { $0.path == path && $0.core != nil } }
    }
  }
}

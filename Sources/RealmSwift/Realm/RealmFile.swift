// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Foundation
internal import ObjectStore
internal import SQLite

/// Opens the files behind realms.
enum RealmFile {
  /// The realm of a configuration in a place: the one that is open there already, or a new one.
  ///
  /// - Throws: `Realm.Error`.
  static func open(
    _ configuration: Realm.Configuration, confinement: Confinement
  ) throws -> RealmCore {
    try configuration.check()
    if let core = OpenRealms.core(in: confinement, like: configuration) { return core }
    let location = try RealmLocation.of(configuration)
    let isFirst = !OpenRealms.isOpen(location.path)
    if isFirst { try location.prepare(configuration) }
    let core: RealmCore
    do {
      core = try open(configuration, at: location, confinement: confinement)
    } catch let error as MigrationRun.GivenUp {
      throw error.reason
    } catch {
      let error = Realm.Error(error, file: location.path)
      if !isFirst, let objection = otherKey(error, location) { throw objection }
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
    OpenRealms.insert(core)
    return core
  }

  /// The error for a file that is open in this process with another key; nil when the key is not
  /// why it did not open.
  ///
  /// Not `invalidDatabase`, for nothing is wrong with the file.
  private static func otherKey(_ error: Realm.Error, _ location: RealmLocation) -> Realm.Error? {
    let state: String
    switch error.underlying {
    case .wrongKey: state = "with another encryption key"
    case .missingKey: state = "with an encryption key, and this configuration has none"
    case .notEncrypted: state = "without an encryption key, and this configuration has one"
    default: return nil
    }
    return Realm.Error(
      .alreadyOpen,
      reason: "\(location.path) is open in this process \(state); use one key for all its realms",
      file: location.path, underlying: error.underlying)
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
    let access: Connection.Access = configuration.readOnly ? .readOnly : .readWriteCreate
    do {
      let connection = try connect(to: location, access)
      try DecimalFunctions.register(on: connection)
      return connection
    } catch {
      throw FileKind.explain(error, path: location.path, hasKey: location.key != nil)
    }
  }

  private static func connect(
    to location: RealmLocation, _ access: Connection.Access
  ) throws -> Connection {
    guard let key = location.key else {
      return try connectUnencrypted(to: location.path, access)
    }
    return try EncryptedDatabase.open(
      at: location.path, key: key.value,
      options: DatabaseOptions(access: access, busyTimeout: patience))
  }

  private static func connectUnencrypted(
    to path: String, _ access: Connection.Access
  ) throws -> Connection {
    // SQLite would open it for reading alone, and say so at the first change.
    if access != .readOnly, FileManager.default.fileExists(atPath: path),
      !FileManager.default.isWritableFile(atPath: path)
    {
      throw Realm.Error(
        .filePermissionDenied,
        reason: "\(path) may not be written; open it with readOnly, or change its permissions",
        file: path)
    }
    let connection = try Connection(path: path, access: access, busyTimeout: patience)
    try Connection.waiting(.milliseconds(patience)) { () throws(SQLiteError) in
      try connection.execute("PRAGMA synchronous=FULL; PRAGMA cache_size=-65536")
      // Touches the file, so that what is no database fails here.
      try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1")
      if access != .readOnly { try connection.execute("PRAGMA journal_mode=WAL") }
    }
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
    let need = try Self.need(of: core, classes)
    core.store.endSnapshot()
    guard need != .nothing, !configuration.readOnly else { return }
    if need == .migration, let location = core.location {
      let run = MigrationRun(
        configuration: configuration, location: location, classes: classes)
      try run.run { try Self.need(of: $0, classes) == .migration }
    }
    _ = try core.store.beginWrite()
    do {
      // Another process may have been quicker.
      if try Self.need(of: core, classes) != .nothing {
        try core.addClasses(classes, settingVersion: true)
      }
      try core.store.commit()
    } catch {
      core.store.rollBack()
      throw error
    }
  }

  /// What a file needs to fit the program.
  private enum Need {
    case nothing, additions, migration
  }

  /// Compares classes and versions.
  private static func need(
    of core: RealmCore, _ classes: [ClassDescription]
  ) throws -> Need {
    let configuration = core.configuration
    let stored = core.store.schema
    let additions = SchemaAdditions(of: classes.map(\.schema), to: stored)
    guard let version = stored.version else {
      guard !configuration.readOnly else {
        throw mismatch("\(core.path) is empty; open it once for writing", core)
      }
      return .additions
    }
    guard configuration.schemaVersion >= version else {
      throw mismatch(
        "\(core.path) has schema version \(version), and the configuration "
          + "\(configuration.schemaVersion); a later version of the program has written it", core)
    }
    let isRaised = configuration.schemaVersion > version
    if !additions.changes.isEmpty || (isRaised && configuration.migrationBlock != nil) {
      guard isRaised, !configuration.readOnly, !configuration.deleteRealmIfMigrationNeeded else {
        throw mismatch(
          additions.changes.isEmpty
            ? "\(core.path) has schema version \(version), and would have to be migrated to "
              + "\(configuration.schemaVersion); open it once for writing"
            : RealmCore.migrationRequired(additions.conflicts), core)
      }
      try expectNoOtherVersion(core, version)
      return .migration
    }
    // A class that the file lacks has no objects.
    if configuration.readOnly, !additions.properties.isEmpty {
      let missing = additions.properties.map { "\($0).\($1.name)" }
      throw mismatch(
        "\(core.path) lacks \(missing.joined(separator: ", ")), which cannot be added through "
          + "a realm that is read-only; open it once for writing", core)
    }
    if isRaised, !configuration.readOnly { try expectNoOtherVersion(core, version) }
    return additions.isEmpty && !isRaised ? .nothing : .additions
  }

  private static func mismatch(_ reason: String, _ core: RealmCore) -> Realm.Error {
    Realm.Error(.schemaMismatch, reason: reason, file: core.path)
  }

  /// Refuses to raise the version of a file that this process has open with another one.
  private static func expectNoOtherVersion(_ core: RealmCore, _ version: UInt64) throws {
    guard OpenRealms.isOpen(core.path, otherThanAs: core.configuration.schemaVersion) else {
      return
    }
    throw Realm.Error(
      .alreadyOpen,
      reason: "\(core.path) has schema version \(version) and cannot go to "
        + "\(core.configuration.schemaVersion), for this process has it open with another version; close "
        + "that first",
      file: core.path)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Foundation
internal import ObjectStore
internal import SQLite

/// Opens the files behind realms.
enum RealmFile {
  static func open(
    _ configuration: Realm.Configuration, confinement: Confinement
  ) throws -> RealmCore {
    let connection = try connect(configuration)
    do {
      let core = RealmCore(
        store: try ObjectStore(connection), configuration: configuration, confinement: confinement)
      try prepareClasses(of: core)
      return core
    } catch {
      throw Realm.Error(error, file: configuration.path)
    }
  }

  private static func connect(_ configuration: Realm.Configuration) throws -> Connection {
    let path = configuration.path
    do {
      guard let key = configuration.encryptionKey else {
        let connection = try Connection(
          path: path, access: configuration.readOnly ? .readOnly : .readWriteCreate)
        try connection.execute(
          "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-65536")
        return connection
      }
      return try EncryptedDatabase.open(
        at: path, key: try unsafe DatabaseKey(copying: key.span.bytes),
        options: DatabaseOptions(access: configuration.readOnly ? .readOnly : .readWriteCreate))
    } catch {
      throw Realm.Error(error, file: path)
    }
  }

  /// Brings the classes of the file and of the program together.
  private static func prepareClasses(of core: RealmCore) throws {
    let configuration = core.configuration
    let classes =
      configuration.objectTypes.map { ClassDescription.closure(of: $0) }
      ?? ClassDescription.closure(of: ClassDescription.inDefaultSchema.map(\.type))
    for description in classes {
      if let objection = description.objection {
        throw Realm.Error(.schemaMismatch, reason: objection, file: configuration.path)
      }
    }
    let additions = SchemaAdditions(of: classes.map(\.schema), to: core.store.schema)
    guard additions.conflicts.isEmpty else {
      throw Realm.Error(
        .schemaMismatch, reason: RealmCore.migrationRequired(additions.conflicts),
        file: configuration.path)
    }
    guard !configuration.readOnly, !additions.isEmpty || core.store.schema.version == nil else {
      return
    }
    _ = try core.store.beginWrite()
    do {
      try core.addClasses(classes)
      try core.store.commit()
    } catch {
      core.store.rollBack()
      throw error
    }
  }
}

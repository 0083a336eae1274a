// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// Migrates one file, in a write transaction of a connection of its own.
struct MigrationRun {
  let configuration: Realm.Configuration
  let location: RealmLocation
  let classes: [ClassDescription]

  /// What a migration block has given up with; thrown as it is.
  struct GivenUp: Error {
    let reason: any Error
  }

  /// Waits for other writers, and migrates if nobody else has by then.
  ///
  /// - Parameter isNeeded: looks at the file in the transaction.
  func run(ifNeeded isNeeded: (RealmCore) throws -> Bool) throws {
    let new = try open()
    _ = try new.store.beginWrite()
    do {
      guard try isNeeded(new) else { return new.store.rollBack() }
      try migrate(new)
      try new.store.commit()
    } catch {
      new.store.rollBack()
      throw error
    }
    OpenRealms.noteCommit(to: new.path)
  }

  private func open(isFrozen: Bool = false) throws -> RealmCore {
    let core = RealmCore(
      store: try ObjectStore(try RealmFile.connect(to: location, configuration)),
      configuration: configuration, confinement: .nowhere, isFrozen: isFrozen)
    core.location = location
    return core
  }

  private func migrate(_ new: RealmCore) throws {
    // Nobody commits meanwhile, so that it shows just what is migrated.
    let old = try configuration.migrationBlock.map { _ in
      let old = try open(isFrozen: true)
      _ = try old.store.ensureSnapshot()
      return old
    }
    let changes = try SchemaMigration(
      of: new.store, to: classes.map(\.schema), isArranged: old != nil,
      defaults: ClassDescription.defaults(of: classes),
      progress: { [progress = configuration.migrationProgress] name, done, total in
        progress?(
          MigrationProgress(step: .rewriting, className: name, done: done, total: total))
      })
    if let old, let block = configuration.migrationBlock {
      try arrange(from: old, to: new, changes, by: block)
    }
    try changes.finish(version: configuration.schemaVersion)
  }

  private func arrange(
    from old: RealmCore, to new: RealmCore, _ changes: SchemaMigration, by block: MigrationBlock
  ) throws {
    let migration = Migration(
      from: old, to: new, changes, classes.map(\.schema), progress: configuration.migrationProgress)
    // Before the commit, which a reader would keep from shortening the log.
    defer {
      migration.end()
      old.store.endSnapshot()
    }
    try old.collectingFailures {
      try new.collectingFailures { block(migration, changes.old.version ?? 0) }
    }
    if let failure = migration.failure { throw GivenUp(reason: failure) }
  }
}

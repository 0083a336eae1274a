// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// Brings the classes and objects of a file to the classes of a program, inside the write
/// transaction that is open.
///
/// First it loosens: what is new is there with its default, what is gone lies aside under another
/// name, and primary keys are properties like others. Objects keep their keys meanwhile, so that
/// each is found again that another connection shows as it was, and can be changed in any way. Then
/// ``finish(version:)`` tightens: primary keys and owners are checked, what lies aside goes, and
/// links follow objects whose keys change.
///
/// Whatever fails, and whenever, only the transaction is lost. Documentation/realm-migrations.md
/// has the rules.
package final class SchemaMigration {
  /// How far a table that is written anew has come.
  package typealias Progress = (_ className: String, _ done: Int, _ total: Int) -> Void
  /// What objects that exist have in a property that is new to them, or elements of a collection
  /// that may not be missing any more.
  package typealias Defaults = (_ className: String, _ property: String) -> MixedValue

  let store: ObjectStore
  var connection: Connection { store.connection }
  let writing: SchemaWriting
  let defaults: Defaults
  let progress: Progress
  /// The classes as the file had them.
  package let old: StoredSchema
  var plans: [String: ClassPlan] = [:]
  /// Classes of the program, changed or not.
  let program: [String: ClassSchema]
  /// Names that properties have had between the old and the new one: class, then name, then the old
  /// name.
  var passingNames: [String: [String: String]] = [:]
  /// Old properties whose values have been taken over by new ones.
  var taken: Set<[String]> = []
  /// Embedded classes of which objects may have lost their owner.
  var maybeOrphaned: Set<String> = []
  /// Whether nested collections may have lost their place unnoticed.
  var mayHaveLostNested = false

  /// Loosens the classes that change.
  ///
  /// - Parameters:
  ///   - store: the file, in a write transaction.
  ///   - program: the classes that it shall have.
  ///   - isArranged: whether somebody changes objects before ``finish(version:)``.
  ///   - defaults: the values of what is new.
  ///   - progress: told of every table that is written anew.
  /// - Throws: ``ObjectStoreError``; the transaction is then to be rolled back.
  package init(
    of store: ObjectStore, to program: [ClassSchema], isArranged: Bool,
    defaults: @escaping Defaults, progress: @escaping Progress = { _, _, _ in }
  ) throws(ObjectStoreError) {
    self.store = store
    writing = SchemaWriting(connection: store.connection)
    self.defaults = defaults
    self.progress = progress
    old = store.schema
    self.program = Dictionary(program.map { ($0.name, $0) }, uniquingKeysWith: { a, _ in a })
    for change in SchemaAdditions(of: program, to: old).changes {
      guard case .nameTaken = change else { continue }
      throw ObjectStoreError(.schemaMismatch, reason: change.sentence)
    }
    for target in program { try begin(target, isArranged: isArranged) }
    store.forgetLayouts()
  }

  private func begin(_ target: ClassSchema, isArranged: Bool) throws(ObjectStoreError) {
    guard let stored = old[target.name] else {
      let loose = ClassPlan(id: 0, old: nil, target: target, isArranged: isArranged).loose
      let stored = try mapping { () throws(SQLiteError) in try writing.make(loose) }
      plans[target.name] = ClassPlan(
        id: stored.id, old: nil, target: target, isArranged: isArranged)
      store.schema.insert(stored)
      return
    }
    var plan = ClassPlan(
      id: stored.id, old: stored.schema, target: target, isArranged: isArranged)
    if plan.isUnchanged { return }
    try mapping { () throws(SQLiteError) in
      try loosen(&plan, stored.schema, isArranged: isArranged)
    }
    plans[target.name] = plan
    var fresh = stored
    fresh.schema = plan.loose
    store.schema.insert(fresh)
  }

  /// Tightens, and enters the version.
  ///
  /// - Throws: ``ObjectStoreError`` with `migrationFailed` when objects do not fit the classes; the
  ///   transaction is then to be rolled back.
  package func finish(version: UInt64) throws(ObjectStoreError) {
    try expectNoPassingNames()
    store.forgetLayouts()
    for plan in plans.values.sorted(by: { $0.name < $1.name }) { try expectNothingMissing(plan) }
    try deleteOrphans()
    for plan in plans.values.sorted(by: { $0.name < $1.name }) { try tighten(plan) }
    for plan in plans.values.sorted(by: { $0.name < $1.name }) { try expectOwners(plan) }
    try mapping { () throws(SQLiteError) in
      try deleteLostNested()
      try writing.setVersion(version)
      try writing.announceChange()
    }
    store.schema.version = version
    store.forgetLayouts()
  }

  /// Deletes all objects of a class, and the class itself where the program does not have it.
  ///
  /// - Parameter report: told of every object that is gone or changed.
  /// - Returns: whether the file had the class.
  package func deleteData(
    of className: String, reporting report: (DeletionEffect) -> Void
  ) throws(ObjectStoreError) -> Bool {
    guard let stored = store.schema[className] else { return false }
    try store.deleteAll(of: className, reporting: report)
    guard program[className] == nil else { return true }
    if stored.schema.properties.contains(where: { $0.type == .mixed }) { mayHaveLostNested = true }
    try mapping { () throws(SQLiteError) in
      for property in stored.schema.properties where property.collection != nil {
        try connection.execute(
          "DROP TABLE \(TableNames.collection(className, property.name))")
      }
      try connection.execute("DROP TABLE \(TableNames.table(className))")
      try store.run("DELETE FROM \(TableNames.properties) WHERE class = ?1", stored.id)
      try store.run("DELETE FROM \(TableNames.classes) WHERE id = ?1", stored.id)
    }
    store.schema.remove(className)
    store.forgetLayouts()
    return true
  }
}

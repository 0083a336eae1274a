// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import SQLite
import SeededNumbers
import Testing

/// One migration of a store and of the model.
private struct MigrationRun {
  var plan: RandomMigration
  let store: ObjectStore
  var model: MigrationModel
  let target: [String: ClassSchema]

  init(seed: UInt64) throws {
    plan = RandomMigration(seed: seed)
    model = plan.before
    target = Dictionary(uniqueKeysWithValues: plan.target.map { ($0.name, $0) })
    store = try plan.before.makeStore()
  }

  private static func fresh(_ property: PropertySchema) -> MixedValue {
    if property.type == .mixed { return .null }
    return MixedValue(
      .null,
      property.type == .object || (property.isOptional && property.collection == nil)
        ? .null : MigrationModel.filler(property.type))
  }

  /// What the model's objects have while the migration goes on.
  private mutating func loosen() {
    for (name, schema) in target {
      let old = plan.before.schemas[name]
      var loose = schema
      loose.isEmbedded = schema.isEmbedded && old?.isEmbedded != false
      for reference in model.objects.keys where reference.className == name {
        var contents: [String: MigrationModel.Content] = [:]
        for property in schema.properties {
          guard let before = old?[property.name], before.type == property.type,
            before.collection == property.collection, before.target == property.target,
            let content = model.objects[reference]?[property.name]
          else {
            contents[property.name] = MigrationModel.fresh(property)
            continue
          }
          contents[property.name] =
            before.isOptional && !property.isOptional
            ? MigrationModel.filled(content, property.type) : content
        }
        model.objects[reference] = contents
      }
      model.schemas[name] = loose
    }
  }

  private func key(_ reference: MigrationModel.Reference) throws -> ObjectKey {
    let rows = try store.connection.prepare(
      "SELECT \"#\" FROM \"\(reference.className)\" WHERE uid = ?1")
    defer { rows.reset() }
    try rows.bind(reference.uid, at: 1)
    try #require(try rows.step())
    return rows.integer(at: 0)
  }

  /// What a migration block would do.
  private mutating func arrange(_ migration: SchemaMigration) throws {
    for name in ["A", "B"] where plan.chance(40) {
      guard target[name] != nil,
        let victim = model.objects.keys.filter({ $0.className == name })
          .sorted(by: { $0.uid < $1.uid }).randomElement(using: &plan.random)
      else { continue }
      try store.delete([try key(victim)], of: name) { _ in }
      model.delete(victim)
    }
    for (name, from, to) in plan.renamings {
      try migration.rename(name, from: from, to: to)
      for reference in model.objects.keys where reference.className == name {
        guard let old = plan.before.objects[reference]?[from] else { continue }
        let content = model.pruned(old)
        model.objects[reference]?[to] = content
      }
    }
    for (name, schema) in target where plan.before.schemas[name] != nil && !schema.isEmbedded {
      if plan.before.schemas[name]?.isEmbedded == false, name != "D", plan.chance(40) {
        try create(schema, uid: 77)
      }
      guard let primaryKey = schema.primaryKey, !plan.chance(10) else { continue }
      var property = primaryKey
      property.isPrimaryKey = false
      // In any order: a key that one object gets may still be another's.
      for reference in model.objects.keys where reference.className == name {
        let value = RandomMigration.unique(primaryKey, (reference.uid * 3 + 1) % 401)
        let layout = try #require(store.layout(of: name))
        try store.set(
          property, of: try key(reference), in: layout, to: MixedValue(.null, value))
        model.objects[reference]?[primaryKey.name] = .one(.plain(value))
      }
    }
    if plan.chance(30),
      let name = plan.before.schemas.keys.sorted().first(where: { target[$0] == nil })
    {
      try #require(try migration.deleteData(of: name) { _ in })
      for reference in model.objects.keys where reference.className == name {
        model.delete(reference)
      }
      model.schemas[name] = nil
    }
  }

  private mutating func create(_ schema: ClassSchema, uid: Int64) throws {
    let reference = MigrationModel.Reference(className: schema.name, uid: uid)
    var contents: [String: MigrationModel.Content] = [:]
    for property in schema.properties { contents[property.name] = MigrationModel.fresh(property) }
    contents["uid"] = .one(.plain(.integer(uid)))
    model.objects[reference] = contents
    try MigrationModel.insert(
      contents, try store.makeKey(for: schema.name), schema.name, in: store, key: { _ in 0 })
  }

  /// What the end of a migration does to the model.
  ///
  /// - Returns: whether the objects fit the classes.
  private mutating func tighten() -> Bool {
    while let orphan = orphan() { model.delete(orphan) }
    for (name, schema) in target { model.schemas[name] = schema }
    for (name, schema) in target {
      let references = model.objects.keys.filter { $0.className == name }
      if let primaryKey = schema.primaryKey {
        let keys = Set(references.compactMap { model.objects[$0]?[primaryKey.name] })
        if keys.count < references.count { return false }
      }
      if schema.isEmbedded, plan.before.schemas[name]?.isEmbedded == false {
        let holders = model.holders
        if references.contains(where: { holders[$0] != 1 }) { return false }
      }
    }
    return true
  }

  private func orphan() -> MigrationModel.Reference? {
    let holders = model.holders
    return model.objects.keys.first {
      plan.before.schemas[$0.className]?.isEmbedded == true
        && target[$0.className]?.isEmbedded != false && holders[$0] == nil
    }
  }

  mutating func run() throws -> Bool {
    let untouched = try MigrationModel(store).lines
    try #require(untouched == plan.before.lines)
    let structureBefore = try structure(of: store)
    _ = try store.beginWrite()
    let fits: Bool
    do throws(ObjectStoreError) {
      let migration = try SchemaMigration(
        of: store, to: plan.target, isArranged: plan.isArranged,
        defaults: { [target] name, property in
          target[name]?[property].map(Self.fresh) ?? .null
        })
      loosen()
      if plan.isArranged {
        let result = Result { try arrange(migration) }
        if case .failure(let error) = result {
          Issue.record(error)
          throw ObjectStoreError(.sqlite, reason: "\(error)")
        }
      }
      fits = tighten()
      try migration.finish(version: 2)
      try store.commit()
      guard fits else {
        Issue.record("objects that do not fit were accepted")
        return false
      }
    } catch {
      store.rollBack()
      try #require(error.code == .migrationFailed, "\(error)")
      var copy = self
      let fitsAnyway = copy.tighten()
      try #require(!fitsAnyway, "\(error)")
      try #require(try MigrationModel(store).lines == untouched)
      try #require(try structure(of: store) == structureBefore)
      try #require(store.schema.classes.mapValues(\.schema) == plan.before.schemas)
      return false
    }
    try expectMigrated()
    return true
  }

  private func expectMigrated() throws {
    let found = try MigrationModel(store).lines
    try #require(found == model.lines, "\(differences(found, model.lines))")
    let reread = try ObjectStore(store.connection)
    try #require(reread.schema.classes == store.schema.classes)
    try #require(reread.schema.version == 2)
    let additions = SchemaAdditions(of: plan.target, to: reread.schema)
    try #require(additions.isEmpty)
    // The file is as if it had been made for these classes.
    let other = try ObjectStore(try Connection.inMemory())
    _ = try other.beginWrite()
    try other.apply(
      SchemaAdditions(of: store.schema.classes.values.map(\.schema), to: other.schema), version: 2
    ) { _, _ in .null }
    try #require(try structure(of: store) == structure(of: other))
    let check = try store.connection.prepare("PRAGMA integrity_check")
    _ = try check.step()
    try #require(check.text(at: 0) == "ok")
    check.reset()
    try #require(try nestedCount() == nestedInModel())
  }

  private func nestedCount() throws -> Int64 {
    guard
      try store.connection.number("SELECT count(*) FROM sqlite_schema WHERE name = '#nested'") != 0
    else { return 0 }
    return try store.connection.number("SELECT count(*) FROM \"#nested\"") ?? 0
  }

  private func nestedInModel() -> Int64 {
    Int64(model.lines.joined().split(separator: "«[", omittingEmptySubsequences: false).count - 1)
  }

  private func differences(_ a: [String], _ b: [String]) -> String {
    "only in the file: \(Set(a).subtracting(b).sorted()), only in the model: \(Set(b).subtracting(a).sorted())"
  }
}

@Suite struct RandomMigrations {
  @Test(
    "migrations by chance do what they do to a model, or nothing",
    arguments: [1, 2, 7_790_319_339_316_203_536, UInt64.random(in: 4...UInt64.max)])
  func agree(seed: UInt64) throws {
    var seeds = SeededGenerator(seed: seed)
    var done = 0
    for _ in 0..<60 {
      let seed = seeds.next()
      do {
        var run = try MigrationRun(seed: seed)
        if try run.run() { done += 1 }
      } catch {
        Issue.record("seed \(seed)")
        throw error
      }
    }
    #expect(done > 15)
  }
}

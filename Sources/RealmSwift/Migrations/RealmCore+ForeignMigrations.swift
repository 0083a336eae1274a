// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Another process may migrate the file while the realm has it open.
extension RealmCore {
  /// Refuses a snapshot whose classes are others than those of the program, in more than having
  /// gained something.
  func expectKnownClasses() throws(ObjectStoreError) {
    guard store.layoutGeneration != knownGeneration else { return }
    let used = tables.values.filter { !$0.description.isDynamic }.map(\.description.type)
    let additions = SchemaAdditions(
      of: ClassDescription.closure(of: used).map(\.schema), to: store.schema)
    var sentences = additions.changes.filter(\.misleadsReaders).map(\.sentence)
    if isBehind {
      sentences += additions.properties.map { "Property '\($0).\($1.name)' has been removed." }
    }
    guard sentences.isEmpty else {
      store.endSnapshot()
      throw migratedElsewhere(sentences)
    }
    knownGeneration = store.layoutGeneration
  }

  /// Refuses to write to a file of a higher version: what this program knows may be no more.
  func expectOwnVersion() throws(ObjectStoreError) {
    if isBehind { throw migratedElsewhere([]) }
  }

  /// Whether the file has a higher version than the configuration.
  private var isBehind: Bool { (store.schema.version ?? 0) > configuration.schemaVersion }

  private func migratedElsewhere(_ sentences: [String]) -> ObjectStoreError {
    ObjectStoreError(
      .schemaMismatch,
      reason:
        "\(path) was open with schema version \(configuration.schemaVersion) while another program "
        + "has migrated it to \(store.schema.version ?? 0); open it anew with a program of that version"
        + sentences.map { "\n- \($0)" }.joined())
  }
}

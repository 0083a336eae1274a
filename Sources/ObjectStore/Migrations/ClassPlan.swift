// SPDX-License-Identifier: Apache-2.0

/// What a migration does to one class of the program.
struct ClassPlan {
  /// The number that the file gives the class.
  let id: Int64
  /// The class as the file had it; nil for a new one.
  let old: ClassSchema?
  /// The class as the program has it.
  let target: ClassSchema
  /// Whether the primary key is, while the migration goes on, a property like others, which has a
  /// column of its own and may be changed.
  let freesPrimaryKey: Bool
  /// Properties of the file that the class no longer has, or not as they were: where they are kept
  /// until the end.
  var former: [PropertySchema] = []

  var name: String { target.name }

  /// - Parameter isArranged: whether somebody may change objects before the migration ends.
  init(id: Int64, old: ClassSchema?, target: ClassSchema, isArranged: Bool) {
    self.id = id
    self.old = old
    self.target = target
    let before = old?.primaryKey
    let after = target.primaryKey
    freesPrimaryKey =
      (before != nil || after != nil)
      && (isArranged || before?.name != after?.name || before?.isRowID != after?.isRowID
        || before.map { after?.keepsValues(of: $0) != true } == true)
  }

  /// Whether the class of the file is that of the program, in whatever order.
  var isUnchanged: Bool {
    guard let old, !freesPrimaryKey else { return false }
    return old.isEmbedded == target.isEmbedded && Set(old.properties) == Set(target.properties)
  }

  /// The class while the migration goes on.
  var loose: ClassSchema {
    var schema = target
    // Until the end objects may have any number of owners.
    schema.isEmbedded = target.isEmbedded && old?.isEmbedded != false
    if freesPrimaryKey {
      schema.properties = schema.properties.map {
        var property = $0
        property.isPrimaryKey = false
        return property
      }
    }
    return schema
  }

  /// Whether objects that exist keep what they have in a property.
  func keeps(_ property: PropertySchema) -> Bool {
    guard let before = old?[property.name], let after = target[property.name] else { return false }
    return after.keepsValues(of: before)
  }

  /// Whether the keys of objects are the values of a column in the end.
  var takesKeysFromColumn: Bool { freesPrimaryKey && target.primaryKey?.isRowID == true }

  /// Whether the table has to be written anew.
  var rewritesTable: Bool {
    takesKeysFromColumn || former.contains { $0.collection == nil }
  }
}

extension TableNames {
  /// The column of a property that its class no longer has, or not so.
  static func formerColumn(_ property: String) -> String { quoted("#was.\(property)") }
  /// Its tag.
  static func formerTag(_ property: String) -> String { quoted("#was.\(property)#") }
  /// The table of a collection that its class no longer has, or not so.
  static func formerCollection(_ className: String, _ property: String) -> String {
    quoted("#was.\(className).\(property)")
  }
  /// A table that is being written.
  static let unfinished = "\"#unfinished\""
  /// New keys by old ones.
  static let moved = "\"#moved\""
  static let newKey = "\"#to\""
}

// SPDX-License-Identifier: Apache-2.0

extension CompiledQuery {
  /// Where a query looks, as SQL.
  struct Scope {
    var from: String
    var condition: String?
    /// What the order goes by where nobody says.
    var position: String
    /// The expressions of what is found.
    var found: [String]
    /// What the predicate is about.
    var subject: PredicateSubject

    init(_ query: ObjectQuery, _ compiler: PredicateCompiler) throws(ObjectStoreError) {
      let table = "\(TableNames.table(query.className)) t"
      subject = .object(row: "t", className: query.className)
      found = ["t.\(TableNames.key)"]
      switch query.scope {
      case .everything:
        from = table
        position = "t.\(TableNames.key)"
      case .collection(let className, let name, let owner):
        let property = try compiler.storedClass(className)[name]
        guard let property, property.target == query.className, property.collection != nil else {
          throw ObjectStoreError(
            .invalidQuery,
            reason: "\(className).\(name) holds no objects of class \(query.className)")
        }
        from =
          "\(TableNames.collection(className, name)) s JOIN \(table) "
          + "ON t.\(TableNames.key) = s.\(TableNames.element)"
        condition = "s.\(TableNames.key) = \(try compiler.parameter(.integer(owner)))"
        position = Self.position(in: property)
      case .values(let name, let owner):
        let property = try compiler.storedClass(query.className)[name]
        guard let property, property.type != .object, property.collection != nil else {
          throw ObjectStoreError(
            .invalidQuery, reason: "\(query.className).\(name) holds no plain values")
        }
        let leaf = PathLeaf(
          value: "s.\(TableNames.element)",
          tag: property.type == .mixed ? "s.\(TableNames.elementTag)" : nil, type: property.type,
          name: name)
        from = "\(TableNames.collection(query.className, name)) s"
        condition = "s.\(TableNames.key) = \(try compiler.parameter(.integer(owner)))"
        position = Self.position(in: property)
        found = [leaf.value] + (leaf.tag.map { [$0] } ?? [])
        subject = .value(leaf)
      }
    }

    private static func position(in property: PropertySchema) -> String {
      switch property.collection {
      case .list: "s.\(TableNames.position)"
      case .map: "s.\(TableNames.mapKey)"
      case .set, nil: "s.rowid"
      }
    }
  }
}

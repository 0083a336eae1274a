// SPDX-License-Identifier: Apache-2.0

/// What is said of places: objects that are points as GeoJSON writes them.
extension PredicateCompiler {
  /// Whether the object that a path leads to is a point in a region.
  ///
  /// Its class has a text `type`, which is Point, and a list of doubles, `coordinates`: longitude
  /// and latitude. What is otherwise, or has less, is nowhere.
  func condition(_ leaf: PathLeaf, within region: Region) throws(ObjectStoreError) -> String {
    guard leaf.type == .object, let target = leaf.target else {
      throw ObjectStoreError(
        .invalidQuery, reason: "\(leaf.name) is \(leaf.type.rawValue), and no place")
    }
    let schema = try storedClass(target)
    guard let type = schema["type"], type.type == .string, type.collection == nil,
      let coordinates = schema["coordinates"], coordinates.type == .double,
      coordinates.collection == .list
    else {
      throw ObjectStoreError(
        .invalidQuery,
        reason:
          "\(leaf.name) leads to a \(target), which is no place: that has a text, type, and a "
          + "list of Double, coordinates")
    }
    let place = makeAlias()
    let key = "\(place).\(TableNames.key)"
    let list = TableNames.collection(target, "coordinates")
    func coordinate(_ index: Int) -> String {
      "(SELECT \(TableNames.element) FROM \(list) WHERE \(TableNames.key) = \(key) "
        + "AND \(TableNames.position) = \(index))"
    }
    return
      "EXISTS (SELECT 1 FROM \(TableNames.table(target)) \(place) WHERE \(key) = \(leaf.value) "
      + "AND lower(\(place).\(TableNames.quoted("type"))) = 'point' "
      + "AND \(QueryFunctions.within)(\(coordinate(0)), \(coordinate(1)), "
      + "\(try parameter(.bytes(region.bytes)))))"
  }
}

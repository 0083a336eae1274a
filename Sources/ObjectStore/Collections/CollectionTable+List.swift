// SPDX-License-Identifier: Apache-2.0

package import SQLite

/// Lists. Their places are 0, 1, 2 … without gaps, so that an element is found by its place.
extension CollectionTable {
  /// How many elements a list has: found at its end, without counting.
  package func listCount(of owner: ObjectKey) throws(SQLiteError) -> Int {
    let statement = try connection.prepare(
      "SELECT \(TableNames.position) FROM \(table) WHERE \(TableNames.key) = ?1 "
        + "ORDER BY \(TableNames.position) DESC LIMIT 1")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    return try statement.step() ? Int(statement.integer(at: 0)) + 1 : 0
  }

  /// The elements at some places.
  package func elements(
    in places: Range<Int>, of owner: ObjectKey
  ) throws(SQLiteError) -> [MixedValue] {
    let statement = try connection.prepare(
      "SELECT \(elementList) FROM \(table) WHERE \(TableNames.key) = ?1 "
        + "AND \(TableNames.position) >= ?2 AND \(TableNames.position) < ?3 "
        + "ORDER BY \(TableNames.position)")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    try statement.bind(places.lowerBound, at: 2)
    try statement.bind(places.upperBound, at: 3)
    var result: [MixedValue] = []
    while try statement.step() { result.append(element(statement)) }
    return result
  }

  /// The element at a place; nil behind the end.
  package func element(at index: Int, of owner: ObjectKey) throws(SQLiteError) -> MixedValue? {
    let statement = try connection.prepare(
      "SELECT \(elementList) FROM \(table) "
        + "WHERE \(TableNames.key) = ?1 AND \(TableNames.position) = ?2")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    try statement.bind(index, at: 2)
    return try statement.step() ? element(statement) : nil
  }

  /// Puts an element at a place, which must be free.
  private func write(
    _ value: MixedValue, at index: Int, of owner: ObjectKey
  ) throws(SQLiteError) {
    let statement = try connection.prepare(
      "INSERT INTO \(table)(\(TableNames.key), \(TableNames.position), \(elementList)) "
        + "VALUES (?1, ?2, \(elementParameters(3)))")
    try statement.bind(owner, at: 1)
    try statement.bind(index, at: 2)
    try bind(value, to: statement, at: 3)
    try statement.run()
  }

  /// Replaces the element at a place.
  package func set(_ value: MixedValue, at index: Int, of owner: ObjectKey) throws(SQLiteError) {
    let assignment =
      "\(TableNames.element) = ?3" + (isMixed ? ", \(TableNames.elementTag) = ?4" : "")
    let statement = try connection.prepare(
      "UPDATE \(table) SET \(assignment) WHERE \(TableNames.key) = ?1 AND \(TableNames.position) = ?2"
    )
    try statement.bind(owner, at: 1)
    try statement.bind(index, at: 2)
    try bind(value, to: statement, at: 3)
    try statement.run()
  }

  /// Replaces the places `bounds` of a list of `count` elements by `values`.
  package func replace(
    _ bounds: Range<Int>, of owner: ObjectKey, count: Int, with values: [MixedValue]
  ) throws(SQLiteError) {
    let kept = min(bounds.count, values.count)
    for offset in 0..<kept { try set(values[offset], at: bounds.lowerBound + offset, of: owner) }
    if bounds.count > values.count {
      let start = bounds.lowerBound + kept
      try deletePlaces(start..<bounds.upperBound, of: owner)
      try move(bounds.upperBound..<count, by: values.count - bounds.count, of: owner)
    } else if values.count > bounds.count {
      try move(bounds.upperBound..<count, by: values.count - bounds.count, of: owner)
      for offset in kept..<values.count {
        try write(values[offset], at: bounds.lowerBound + offset, of: owner)
      }
    }
  }

  /// Moves an element to another place; those between close up.
  package func moveElement(
    from: Int, to: Int, of owner: ObjectKey
  ) throws(SQLiteError) {
    guard from != to, let value = try element(at: from, of: owner) else { return }
    try deletePlaces(from..<from + 1, of: owner)
    if from < to {
      try move(from + 1..<to + 1, by: -1, of: owner)
    } else {
      try move(to..<from, by: 1, of: owner)
    }
    try write(value, at: to, of: owner)
  }

  private func deletePlaces(_ places: Range<Int>, of owner: ObjectKey) throws(SQLiteError) {
    let statement = try connection.prepare(
      "DELETE FROM \(table) WHERE \(TableNames.key) = ?1 "
        + "AND \(TableNames.position) >= ?2 AND \(TableNames.position) < ?3")
    try statement.bind(owner, at: 1)
    try statement.bind(places.lowerBound, at: 2)
    try statement.bind(places.upperBound, at: 3)
    try statement.run()
  }

  /// Moves the elements at `places`.
  ///
  /// Places are unique row by row, so they go by way of the negative numbers.
  private func move(
    _ places: Range<Int>, by distance: Int, of owner: ObjectKey
  ) throws(SQLiteError) {
    guard !places.isEmpty, distance != 0 else { return }
    let away = try connection.prepare(
      "UPDATE \(table) SET \(TableNames.position) = -1 - (\(TableNames.position) + ?2) "
        + "WHERE \(TableNames.key) = ?1 AND \(TableNames.position) >= ?3 AND \(TableNames.position) < ?4"
    )
    try away.bind(owner, at: 1)
    try away.bind(distance, at: 2)
    try away.bind(places.lowerBound, at: 3)
    try away.bind(places.upperBound, at: 4)
    try away.run()
    try bringBack(owner)
  }

  private func bringBack(_ owner: ObjectKey) throws(SQLiteError) {
    let back = try connection.prepare(
      "UPDATE \(table) SET \(TableNames.position) = -1 - \(TableNames.position) "
        + "WHERE \(TableNames.key) = ?1 AND \(TableNames.position) < 0")
    try back.bind(owner, at: 1)
    try back.run()
  }

  /// The first place of an element.
  package func index(of value: MixedValue, in owner: ObjectKey) throws(SQLiteError) -> Int? {
    let statement = try connection.prepare(
      "SELECT min(\(TableNames.position)) FROM \(table) "
        + "WHERE \(TableNames.key) = ?1 AND \(elementCondition(2))")
    defer { statement.reset() }
    try statement.bind(owner, at: 1)
    try bind(value, to: statement, at: 2)
    guard try statement.step(), !statement.isNull(at: 0) else { return nil }
    return Int(statement.integer(at: 0))
  }
}

extension CollectionTable {
  /// Takes the elements at some places out; the others close up.
  package func remove(_ places: [Int], from owner: ObjectKey) throws(SQLiteError) {
    for place in places { try deletePlaces(place..<place + 1, of: owner) }
    try closeGaps(of: owner)
  }

  /// Makes the places of a list count from 0 without gaps again.
  func closeGaps(of owner: ObjectKey) throws(SQLiteError) {
    let query = try connection.prepare(
      "SELECT \(TableNames.position) FROM \(table) WHERE \(TableNames.key) = ?1 "
        + "ORDER BY \(TableNames.position)")
    try query.bind(owner, at: 1)
    var places: [Int64] = []
    while try query.step() { places.append(query.integer(at: 0)) }
    query.reset()
    // In ascending order a place that is moved to has just been left, or was empty.
    let statement = try connection.prepare(
      "UPDATE \(table) SET \(TableNames.position) = ?3 "
        + "WHERE \(TableNames.key) = ?1 AND \(TableNames.position) = ?2")
    for (index, place) in places.enumerated() where Int64(index) != place {
      statement.reset()
      try statement.bind(owner, at: 1)
      try statement.bind(place, at: 2)
      try statement.bind(index, at: 3)
      try statement.run()
    }
  }
}

extension ObjectStore {
  /// Makes the places of a list in any table count from 0 without gaps again.
  func closeGaps(in table: String, of owner: ObjectKey) throws(SQLiteError) {
    let property = PropertySchema(name: "", type: .mixed, collection: .list)
    try CollectionTable(property, table: table, connection: connection).closeGaps(of: owner)
  }
}

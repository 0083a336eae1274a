// SPDX-License-Identifier: Apache-2.0

internal import Foundation

// Reading a row by way of generic code costs 50 ns a property, most of them for finding types at
// run time. These say it outright for the types that most properties have.

final class IntAccessor: ColumnAccessor<Int>, @unchecked Sendable {
  override func load(_ row: _RowReader, into object: ObjectBase) {
    object.setField(at: offset, to: Int._read(row))
  }

  override func bind(_ object: ObjectBase, to binding: _Binding) -> Bool {
    object.field(at: offset, as: Int.self)._bind(to: binding)
    return false
  }
}

final class DoubleAccessor: ColumnAccessor<Double>, @unchecked Sendable {
  override func load(_ row: _RowReader, into object: ObjectBase) {
    object.setField(at: offset, to: Double._read(row))
  }

  override func bind(_ object: ObjectBase, to binding: _Binding) -> Bool {
    object.field(at: offset, as: Double.self)._bind(to: binding)
    return false
  }
}

final class StringAccessor: ColumnAccessor<String>, @unchecked Sendable {
  override func load(_ row: _RowReader, into object: ObjectBase) {
    object.setField(at: offset, to: String._read(row))
  }

  override func bind(_ object: ObjectBase, to binding: _Binding) -> Bool {
    object.field(at: offset, as: String.self)._bind(to: binding)
    return false
  }
}

final class DataAccessor: ColumnAccessor<Data>, @unchecked Sendable {
  override func load(_ row: _RowReader, into object: ObjectBase) {
    object.setField(at: offset, to: Data._read(row))
  }

  override func bind(_ object: ObjectBase, to binding: _Binding) -> Bool {
    object.field(at: offset, as: Data.self)._bind(to: binding)
    return false
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import SQLite

/// What the store asks for to compute with decimal numbers.
enum DecimalFunctions {
  static func register(on connection: Connection) throws(SQLiteError) {
    try connection.register(QueryFunctions.decimal, argumentCount: 2) { arguments in
      guard let number = number(arguments), !number.isNaN else { return .null }
      return .bytes(number.orderedBytes)
    }
    try connection.register(aggregate: QueryFunctions.decimalSum, argumentCount: 1) {
      Total(isMean: false)
    }
    try connection.register(aggregate: QueryFunctions.decimalAverage, argumentCount: 1) {
      Total(isMean: true)
    }
  }

  /// The number that a value and its tag mean.
  private static func number(_ arguments: borrowing FunctionArguments) -> Decimal128? {
    switch MixedValue.Tag(rawValue: arguments.integer(at: 1)) {
    case .int: Decimal128(exactly: arguments.integer(at: 0))
    case .float where arguments.storageClass(at: 0) == .real:
      Decimal128(value: Float(arguments.double(at: 0)))
    case .double where arguments.storageClass(at: 0) == .real:
      Decimal128(value: arguments.double(at: 0))
    case .decimal128: decimal(arguments)
    default: nil
    }
  }

  private static func decimal(_ arguments: borrowing FunctionArguments) -> Decimal128? {
    guard arguments.storageClass(at: 0) == .bytes else { return nil }
    return Decimal128(
      orderedBytes: arguments.withBytes(at: 0) { bytes in bytes.indices.map { bytes[$0] } })
  }

  /// The sum of numbers, or their mean.
  private final class Total: RowGathering {
    private let isMean: Bool
    private var sum = Decimal128()
    private var count = 0

    init(isMean: Bool) { self.isMean = isMean }

    func add(_ arguments: borrowing FunctionArguments) {
      guard let number = decimal(arguments) else { return }
      sum += number
      count += 1
    }

    var result: FunctionResult {
      guard isMean else { return .bytes(sum.orderedBytes) }
      guard count > 0, let count = Decimal128(exactly: count) else { return .null }
      return .bytes((sum / count).orderedBytes)
    }
  }
}

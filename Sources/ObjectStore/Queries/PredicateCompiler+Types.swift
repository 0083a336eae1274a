// SPDX-License-Identifier: Apache-2.0

/// Which values and comparisons fit which types.
extension PredicateCompiler {
  /// The value in the form in which a property of the type has it.
  func checked(
    _ value: MixedValue, against type: PropertySchema.ValueType, of leaf: PathLeaf
  ) throws(ObjectStoreError) -> MixedValue {
    switch (type, value.value) {
    case (.float, .real(let number)):
      // As the property would have it; else nothing would equal 0.1.
      return MixedValue(value.tag, .real(Double(Float(number))))
    case (.int, .integer), (.int, .real), (.float, .integer), (.double, .integer), (.double, .real),
      (.date, .integer), (.date, .real), (.string, .text), (.data, .bytes), (.object, .integer),
      (.decimal128, .bytes):
      return value
    case (.bool, .integer(let number)) where number == 0 || number == 1: return value
    case (.uuid, .bytes(let bytes)) where bytes.count == 16: return value
    case (.objectID, .bytes(let bytes)) where bytes.count == 12: return value
    case (.int, .bytes), (.float, .bytes), (.double, .bytes), (.date, .bytes):
      if value.value == .notANumber { return value }
    default: break
    }
    throw ObjectStoreError(
      .invalidQuery,
      reason: "\(leaf.name) is \(leaf.type.rawValue), and cannot be compared with "
        + value.value.kind)
  }

  /// Refuses what makes no sense for a type.
  func check(
    _ comparison: Comparison.Operator, for type: PropertySchema.ValueType, of leaf: PathLeaf
  ) throws(ObjectStoreError) {
    let fits =
      if comparison.isOrdering {
        type != .bool && type != .object
      } else if comparison == .like {
        type == .string
      } else if comparison.isText {
        type == .string || type == .data
      } else {
        true
      }
    guard fits else {
      throw ObjectStoreError(
        .invalidQuery,
        reason: "\(leaf.name) is \(type.rawValue), and cannot be compared by \(comparison.rawValue)"
      )
    }
  }
}

extension PropertySchema.ValueType {
  /// The type that stands for all those whose values can be compared with each other.
  var family: Self { isNumber ? .double : self }

  /// What tags the values have that can be compared with one of the type.
  var tags: [MixedValue.Tag] {
    switch self {
    case .int, .float, .double: [.int, .float, .double]
    case .bool: [.bool]
    case .string: [.string]
    case .data: [.data]
    case .date: [.date]
    case .decimal128: [.decimal128]
    case .objectID: [.objectID]
    case .uuid: [.uuid]
    case .mixed, .object: []
    }
  }
}

extension MixedValue {
  /// The type of a value that can be of any.
  var type: PropertySchema.ValueType {
    get throws(ObjectStoreError) {
      switch tag {
      case .bool: return .bool
      case .int, .float, .double: return .double
      case .string: return .string
      case .data: return .data
      case .date: return .date
      case .decimal128: return .decimal128
      case .objectID: return .objectID
      case .uuid: return .uuid
      case .null:
        switch value {
        case .integer, .real: return .double
        case .text: return .string
        case .bytes, .null: return .data
        }
      default:
        if tag.classID != nil { return .object }
        throw ObjectStoreError(
          .invalidQuery, reason: "a list or dictionary cannot be compared with")
      }
    }
  }
}

extension StoredValue {
  /// What kind of value it is, for messages: never the value.
  fileprivate var kind: String {
    switch self {
    case .null: "nothing"
    case .integer: "a whole number"
    case .real: "a number"
    case .text: "a text"
    case .bytes: "bytes of this kind"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A value of any type, as two columns hold it: the value itself, so that SQL can compare it, and
/// what it means.
package struct MixedValue: Hashable, Sendable {
  /// What the value is.
  package struct Tag: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static let null = Tag(rawValue: 0)
    package static let bool = Tag(rawValue: 1)
    package static let int = Tag(rawValue: 2)
    package static let float = Tag(rawValue: 3)
    package static let double = Tag(rawValue: 4)
    package static let string = Tag(rawValue: 5)
    package static let data = Tag(rawValue: 6)
    package static let date = Tag(rawValue: 7)
    package static let decimal128 = Tag(rawValue: 8)
    package static let objectID = Tag(rawValue: 9)
    package static let uuid = Tag(rawValue: 10)
    /// The value is the number of a nested list.
    package static let list = Tag(rawValue: 11)
    /// The value is the number of a nested dictionary.
    package static let dictionary = Tag(rawValue: 12)

    private static let firstClass: Int64 = 100

    /// A link; the value is the key of an object of the class that the file gives this number.
    package static func object(classID: Int64) -> Tag { Tag(rawValue: firstClass + classID) }

    /// The number of the class that a link leads to.
    package var classID: Int64? {
      rawValue >= Self.firstClass ? rawValue - Self.firstClass : nil
    }
  }

  package var tag: Tag
  package var value: StoredValue

  package init(_ tag: Tag, _ value: StoredValue) {
    self.tag = tag
    self.value = value
  }

  package static let null = MixedValue(.null, .null)
}

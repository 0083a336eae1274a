// SPDX-License-Identifier: Apache-2.0

internal import Foundation

extension ObjectBase: CustomStringConvertible {
  /// The class and the properties: what a link leads to by its class alone, bytes by their number.
  public var description: String {
    let name = classDescription.programName
    if isInvalidated { return "\(name) (deleted or invalidated)" }
    let properties = classDescription.accessors.map { accessor in
      "  \(accessor.name) = \(Self.describe(self[accessor.name]));"
    }
    return "\(name) {\n\(properties.joined(separator: "\n"))\n}"
  }

  private static func describe(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let object as ObjectBase: object.classDescription.programName
    case let value as AnyRealmValue: describe(value.content)
    case let data as Data: "\(data.count) bytes"
    case let text as String: "\"\(text)\""
    case let collection as any Collection: "\(type(of: collection)) of \(collection.count)"
    case let value?: "\(value)"
    }
  }
}

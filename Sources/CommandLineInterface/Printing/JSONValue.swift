// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// An answer for programs.
package enum JSONValue: Sendable {
  case string(String)
  case number(Int64)
  case boolean(Bool)
  case null
  case list([JSONValue])
  case object([(String, JSONValue)])

  /// A string, or null.
  package init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// A number, or null.
  package init(_ number: Int?) { self = number.map { .number(Int64($0)) } ?? .null }

  /// Prints it in one line, without a line end.
  package func write(to sink: some ByteSink) {
    switch self {
    case .string(let text): ItemJSON.writeString(Array(text.utf8).rawBytes, to: sink)
    case .number(let number): sink.write(String(number))
    case .boolean(let flag): sink.write(flag ? "true" : "false")
    case .null: sink.write("null")
    case .list(let values):
      sink.write("[")
      for (index, value) in values.enumerated() {
        if index > 0 { sink.write(",") }
        value.write(to: sink)
      }
      sink.write("]")
    case .object(let fields):
      sink.write("{")
      for (index, field) in fields.enumerated() {
        if index > 0 { sink.write(",") }
        JSONValue.string(field.0).write(to: sink)
        sink.write(":")
        field.1.write(to: sink)
      }
      sink.write("}")
    }
  }
}

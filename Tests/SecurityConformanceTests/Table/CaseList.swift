// SPDX-License-Identifier: Apache-2.0

/// Puts cases and lists of cases together to one list, statement by statement: as one expression
/// they are too much for the compiler.
@resultBuilder
enum CaseList {
  static func buildExpression(_ line: Case) -> [Case] { [line] }
  static func buildExpression(_ list: [Case]) -> [Case] { list }
  static func buildBlock(_ lists: [Case]...) -> [Case] { lists.flatMap(\.self) }
}

// SPDX-License-Identifier: Apache-2.0

/// Reads predicates as `NSPredicate` writes them.
///
/// ```
/// age > 3 AND name BEGINSWITH[c] %@ AND NOT (dog.name IN {'Rex', 'Bello'} OR dog == nil)
/// ```
///
/// Keywords are of any case. OR binds least, then AND, then NOT.
package struct PredicateParser {
  private let tokens: [PredicateLexer.Located]
  private var place = 0
  private var depth = 0
  private var arguments = 0

  /// Deeper than anybody writes, and far from where the stack ends.
  private static let depthLimit = 100

  private init(_ text: String) throws(PredicateSyntaxError) {
    tokens = try PredicateLexer.tokens(of: text)
  }

  /// What `text` says.
  package static func parse(_ text: String) throws(PredicateSyntaxError) -> PredicateSyntax {
    var parser = try PredicateParser(text)
    let predicate = try parser.alternatives()
    guard parser.token == .end else { throw parser.failure("AND, OR or the end") }
    return predicate
  }

  // MARK: Logic

  private mutating func alternatives() throws(PredicateSyntaxError) -> PredicateSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw failure("at most \(Self.depthLimit) levels of parentheses")
    }
    var parts = [try conjunction()]
    while take(keyword: "OR") || take(symbol: "||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func conjunction() throws(PredicateSyntaxError) -> PredicateSyntax {
    var parts = [try negation()]
    while take(keyword: "AND") || take(symbol: "&&") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func negation() throws(PredicateSyntaxError) -> PredicateSyntax {
    var isNegated = false
    while take(keyword: "NOT") || take(symbol: "!") { isNegated.toggle() }
    let predicate = try primary()
    return isNegated ? .not(predicate) : predicate
  }

  private mutating func primary() throws(PredicateSyntaxError) -> PredicateSyntax {
    if take(symbol: "(") {
      let predicate = try alternatives()
      guard take(symbol: ")") else { throw failure("AND, OR or )") }
      return predicate
    }
    if take(keyword: "TRUEPREDICATE") { return .constant(true) }
    if take(keyword: "FALSEPREDICATE") { return .constant(false) }
    return try comparison()
  }

  // MARK: Comparisons

  private mutating func comparison() throws(PredicateSyntaxError) -> PredicateSyntax {
    var quantifier: Comparison.Quantifier?
    if take(keyword: "ANY") || take(keyword: "SOME") {
      quantifier = .any
    } else if take(keyword: "ALL") {
      quantifier = .all
    } else if take(keyword: "NONE") {
      quantifier = Comparison.Quantifier.none
    }
    let left = try operand()
    let word = try comparisonWord()
    var options: TextOptions = []
    if case .options(let given) = token {
      options = given
      place += 1
    }
    let right = try operand()
    return .comparison(quantifier, left, word, options, right)
  }

  private static let symbols: [String: Comparison.Operator] = [
    "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
    "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
  ]

  private mutating func comparisonWord() throws(PredicateSyntaxError) -> PredicateSyntax.Word {
    if case .symbol(let symbol) = token, let comparison = Self.symbols[symbol] {
      place += 1
      return .comparison(comparison)
    }
    for comparison in [Comparison.Operator.beginsWith, .contains, .endsWith, .like]
    where take(keyword: comparison.rawValue) {
      return .comparison(comparison)
    }
    if take(keyword: "IN") { return .among }
    if take(keyword: "BETWEEN") { return .between }
    throw failure(
      "a comparison (==, !=, <, <=, >, >=, IN, BETWEEN, BEGINSWITH, CONTAINS, ENDSWITH or LIKE)")
  }

  private mutating func operand() throws(PredicateSyntaxError) -> PredicateSyntax.Operand {
    let token = token
    switch token {
    case .literal(let literal):
      place += 1
      return .literal(literal)
    case .nextArgument, .nextPath:
      place += 1
      defer { arguments += 1 }
      return token == .nextPath ? .pathArgument(arguments) : .argument(arguments)
    case .numberedArgument(let number):
      place += 1
      return .argument(number)
    case .symbol("{"):
      place += 1
      return .list(try list())
    case .word(let word):
      guard !Self.isReserved(word) else { throw failure("a property or a value") }
      place += 1
      if let literal = word.literal { return .literal(literal) }
      return .path(try path(word))
    default:
      throw failure("a property or a value")
    }
  }

  private mutating func list() throws(PredicateSyntaxError) -> [PredicateSyntax.Operand] {
    var elements: [PredicateSyntax.Operand] = []
    if take(symbol: "}") { return elements }
    repeat {
      let element = try operand()
      if case .list = element {
        place -= 1
        throw failure("a single value")
      }
      elements.append(element)
    } while take(symbol: ",")
    guard take(symbol: "}") else { throw failure(", or }") }
    return elements
  }

  private func path(_ word: String) throws(PredicateSyntaxError) -> [String] {
    if word.uppercased() == "SELF" { return [] }
    var names = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.first?.uppercased() == "SELF" { names.removeFirst() }
    for index in names.indices where names[index].hasPrefix("#") { names[index].removeFirst() }
    guard !names.contains("") else {
      throw PredicateSyntaxError(
        position: tokens[place - 1].position,
        expectation: "a property with a name between full stops")
    }
    return names
  }

  private static func isReserved(_ word: String) -> Bool {
    [
      "AND", "OR", "NOT", "IN", "BETWEEN", "BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "ANY",
      "SOME",
      "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE", "MATCHES", "SUBQUERY", "CAST", "FUNCTION",
    ].contains(word.uppercased())
  }

  // MARK: Tokens

  private var token: PredicateLexer.Token { tokens[place].token }

  private func failure(_ expectation: String) -> PredicateSyntaxError {
    PredicateSyntaxError(position: tokens[place].position, expectation: expectation)
  }

  private mutating func take(symbol: String) -> Bool {
    guard token == .symbol(symbol) else { return false }
    place += 1
    return true
  }

  private mutating func take(keyword: String) -> Bool {
    guard case .word(let word) = token, word.uppercased() == keyword else { return false }
    place += 1
    return true
  }
}

extension String {
  /// The value that a word stands for.
  fileprivate var literal: PredicateSyntax.Literal? {
    switch uppercased() {
    case "TRUE", "YES": .bool(true)
    case "FALSE", "NO": .bool(false)
    case "NULL", "NIL": .null
    default: nil
    }
  }
}

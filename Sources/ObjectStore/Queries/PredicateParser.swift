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
  /// The variable of the SUBQUERY that is being read.
  private var variable: String?

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
    if !isSubscripted {
      if take(keyword: "ANY") || take(keyword: "SOME") {
        quantifier = .any
      } else if take(keyword: "ALL") {
        quantifier = .all
      } else if take(keyword: "NONE") {
        quantifier = Comparison.Quantifier.none
      }
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
      if let variable, token == .nextPath {
        throw failure("$\(variable), the element of the SUBQUERY, or a value")
      }
      place += 1
      let argument = arguments
      arguments += 1
      return token == .nextPath ? try subscripts(.pathArgument(argument)) : .argument(argument)
    case .numberedArgument(let number):
      place += 1
      return .argument(number)
    case .symbol("{"):
      place += 1
      return .list(try list())
    case .word(let word) where word.uppercased() == "SUBQUERY":
      place += 1
      return try subquery()
    case .word(let word):
      guard isSubscripted || !Self.isReserved(word) else {
        throw failure("a property or a value")
      }
      if let literal = word.literal {
        place += 1
        return .literal(literal)
      }
      if let variable { throw failure("$\(variable), the element of the SUBQUERY, or a value") }
      place += 1
      return try subscripts(.path(try path(word)))
    case .variable(let word):
      let names = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let variable, names.first == variable else {
        throw failure("the variable of the SUBQUERY around")
      }
      place += 1
      return try subscripts(.path(try path(names.dropFirst())))
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
    let names = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return try path(names.first?.uppercased() == "SELF" ? names.dropFirst() : names[...])
  }

  private func path(_ names: ArraySlice<String>) throws(PredicateSyntaxError) -> [String] {
    var names = Array(names)
    for index in names.indices where names[index].hasPrefix("#") { names[index].removeFirst() }
    guard !names.contains("") else {
      throw PredicateSyntaxError(
        position: tokens[place - 1].position,
        expectation: "a property with a name between full stops")
    }
    return names
  }

  /// A path, with the keys and places that stand behind it in brackets.
  private mutating func subscripts(
    _ path: PredicateSyntax.Operand
  ) throws(PredicateSyntaxError) -> PredicateSyntax.Operand {
    var path = path
    while take(symbol: "[") {
      let way = try bracketed()
      guard take(symbol: "]") else { throw failure("]") }
      var names: [String] = []
      if case .word(let word) = token, word.hasPrefix(".") {
        place += 1
        names = try self.path(
          word.split(separator: ".", omittingEmptySubsequences: false).map(String.init).dropFirst())
      }
      path =
        switch way {
        case .key(let key): .entry(path, key: key, names)
        case .inside(let inside): .inside(path, inside, names)
        }
    }
    return path
  }

  private enum Bracketed {
    case key(PredicateSyntax.Operand)
    case inside(PropertyPath.Inside)
  }

  private mutating func bracketed() throws(PredicateSyntaxError) -> Bracketed {
    if take(symbol: "*") { return .inside(.all) }
    if take(keyword: "FIRST") { return .inside(.place(.index(0))) }
    if take(keyword: "LAST") { return .inside(.place(.last)) }
    switch token {
    case .literal(.text), .literal(.integer), .nextArgument, .numberedArgument:
      return .key(try operand())
    case .nextPath:
      let argument = arguments
      arguments += 1
      place += 1
      return .key(.pathArgument(argument))
    default: throw failure("a key of a map as a text or an argument, a place, FIRST, LAST or *,")
    }
  }

  /// `(dogs, $dog, $dog.age > 3).@count`, behind SUBQUERY.
  private mutating func subquery() throws(PredicateSyntaxError) -> PredicateSyntax.Operand {
    guard take(symbol: "(") else { throw failure("(") }
    let position = place
    let collection = try operand()
    switch collection {
    case .path, .pathArgument, .entry, .inside: break
    default:
      place = position
      throw failure("a collection")
    }
    guard take(symbol: ","), case .variable(let name) = token, !name.contains(".") else {
      throw failure(", and a variable: $x")
    }
    place += 1
    guard take(symbol: ",") else { throw failure(",") }
    let outer = variable
    variable = name
    let predicate = try alternatives()
    variable = outer
    guard take(symbol: ")") else { throw failure("AND, OR or )") }
    guard take(keyword: ".@COUNT") else { throw failure(".@count") }
    return .subquery(collection, predicate)
  }

  private static func isReserved(_ word: String) -> Bool {
    [
      "AND", "OR", "NOT", "IN", "BETWEEN", "BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "ANY",
      "SOME",
      "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE", "MATCHES", "SUBQUERY", "CAST", "FUNCTION",
    ].contains(word.uppercased())
  }

  // MARK: Tokens

  /// Whether a bracket is next, so that `any[0]` can only be a property of that name.
  private var isSubscripted: Bool {
    tokens.indices.contains(place + 1) && tokens[place + 1].token == .symbol("[")
  }

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

// SPDX-License-Identifier: Apache-2.0

/// Takes the text of a predicate apart into words.
struct PredicateLexer {
  enum Token: Hashable {
    /// A name or a keyword.
    case word(String)
    case literal(PredicateSyntax.Literal)
    /// `%@` and its like.
    case nextArgument
    /// `%K`.
    case nextPath
    /// `$0`.
    case numberedArgument(Int)
    /// `$dog.name`: the variable of a SUBQUERY, and names behind it.
    case variable(String)
    /// `==`, `(`, …
    case symbol(String)
    /// `[cd]`.
    case options(TextOptions)
    case end
  }

  struct Located {
    var token: Token
    /// From 1.
    var position: Int
  }

  private let text: [Unicode.Scalar]
  private var place = 0

  private init(_ text: String) { self.text = Array(text.unicodeScalars) }

  static func tokens(of text: String) throws(PredicateSyntaxError) -> [Located] {
    var lexer = PredicateLexer(text)
    var tokens: [Located] = []
    while true {
      while lexer.place < lexer.text.count, lexer.text[lexer.place].properties.isWhitespace {
        lexer.place += 1
      }
      let position = lexer.place + 1
      let token = try lexer.next()
      tokens.append(Located(token: token, position: position))
      if token == .end { return tokens }
    }
  }

  private var current: Unicode.Scalar? { place < text.count ? text[place] : nil }

  private func failure(_ expectation: String) -> PredicateSyntaxError {
    PredicateSyntaxError(position: place + 1, expectation: expectation)
  }

  private static let symbols = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}",
    ",", "*",
  ]

  private mutating func next() throws(PredicateSyntaxError) -> Token {
    guard let first = current else { return .end }
    if first == "'" || first == "\"" { return .literal(.text(try quoted(first))) }
    if first == "%" { return try placeholder() }
    if first == "$" {
      place += 1
      if let next = current, isNameStart(next) { return .variable(name()) }
      guard let number = Int(digits()) else { throw failure("the number of an argument") }
      return .numberedArgument(number)
    }
    if first == "[" { return try isSubscript ? bracket() : options() }
    if first == "]" { return bracket() }
    // What goes on behind a bracket or a parenthesis.
    if first == ".", place + 1 < text.count, isNameStart(text[place + 1]) { return .word(name()) }
    if isDigit(first) || (first == "-" || first == "." || first == "+") { return try number() }
    if isNameStart(first) { return .word(name()) }
    for symbol in Self.symbols where text[place...].starts(with: symbol.unicodeScalars) {
      place += symbol.unicodeScalars.count
      return .symbol(symbol)
    }
    throw failure("a property, a value or an operator")
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

  private func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "@" || scalar == "#" || scalar.properties.isIDStart
  }

  /// Names with full stops between.
  ///
  /// A number sign takes the meaning from a keyword: `#in`.
  private mutating func name() -> String {
    var name = String.UnicodeScalarView()
    while let scalar = current,
      isNameStart(scalar) || scalar == "." || scalar.properties.isIDContinue
    {
      name.append(scalar)
      place += 1
    }
    return String(name)
  }

  private mutating func digits() -> String {
    var digits = ""
    while let scalar = current, isDigit(scalar) {
      digits.unicodeScalars.append(scalar)
      place += 1
    }
    return digits
  }

  private mutating func number() throws(PredicateSyntaxError) -> Token {
    var literal = ""
    if let sign = current, sign == "-" || sign == "+" {
      if sign == "-" { literal = "-" }
      place += 1
    }
    let whole = digits()
    literal += whole
    var isWhole = true
    var fraction = ""
    if current == "." {
      isWhole = false
      place += 1
      fraction = digits()
      literal += "." + fraction
    }
    guard !whole.isEmpty || !fraction.isEmpty else { throw failure("a number") }
    if current == "e" || current == "E" {
      isWhole = false
      literal += "e"
      place += 1
      if let sign = current, sign == "-" || sign == "+" {
        literal.unicodeScalars.append(sign)
        place += 1
      }
      literal += digits()
    }
    if let next = current, isNameStart(next) { throw failure("the end of a number") }
    if isWhole, let value = Int64(literal) { return .literal(.integer(value)) }
    if literal.hasPrefix(".") { literal = "0" + literal }
    if literal.hasPrefix("-.") { literal = "-0" + literal.dropFirst() }
    if literal.hasSuffix(".") { literal += "0" }
    guard let value = Double(literal) else { throw failure("the end of a number") }
    return .literal(.real(value))
  }

  private mutating func quoted(_ quote: Unicode.Scalar) throws(PredicateSyntaxError) -> String {
    place += 1
    var content = String.UnicodeScalarView()
    while let scalar = current {
      place += 1
      if scalar == quote { return String(content) }
      guard scalar == "\\" else {
        content.append(scalar)
        continue
      }
      guard let escaped = current else { break }
      place += 1
      switch escaped {
      case "n": content.append("\n")
      case "t": content.append("\t")
      case "r": content.append("\r")
      case "u": content.append(try codePoint())
      case "'", "\"", "\\": content.append(escaped)
      // What means something in a pattern goes on to it.
      default: content.append(contentsOf: [scalar, escaped])
      }
    }
    throw failure("the quotation mark that ends a text")
  }

  private mutating func codePoint() throws(PredicateSyntaxError) -> Unicode.Scalar {
    var digits = ""
    while digits.utf8.count < 4, let scalar = current, scalar.properties.isASCIIHexDigit {
      digits.unicodeScalars.append(scalar)
      place += 1
    }
    guard digits.utf8.count == 4, let number = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(number)
    else { throw failure("four hexadecimal digits of a character") }
    return scalar
  }

  private mutating func placeholder() throws(PredicateSyntaxError) -> Token {
    place += 1
    for word in [
      "@", "K", "lld", "lli", "llu", "ld", "li", "lu", "zd", "d", "i", "u", "lf", "f", "g",
    ]
    where text[place...].starts(with: word.unicodeScalars) {
      place += word.unicodeScalars.count
      return word == "K" ? .nextPath : .nextArgument
    }
    throw failure("@, K, d or f, for an argument,")
  }

  /// Whether a key or a place stands in the brackets, and no options.
  private var isSubscript: Bool {
    let content = text[(place + 1)...].drop { $0.properties.isWhitespace }
    guard let next = content.first else { return false }
    if "'\"%$*-".unicodeScalars.contains(next) || isDigit(next) { return true }
    var word = String.UnicodeScalarView()
    word.append(contentsOf: content.prefix { $0.properties.isAlphabetic })
    return ["FIRST", "LAST"].contains(String(word).uppercased())
  }

  private mutating func bracket() -> Token {
    defer { place += 1 }
    return .symbol(String(text[place]))
  }

  private mutating func options() throws(PredicateSyntaxError) -> Token {
    place += 1
    var options: TextOptions = []
    while let scalar = current {
      place += 1
      switch scalar {
      case "c", "C": options.insert(.caseInsensitive)
      case "d", "D": options.insert(.diacriticInsensitive)
      case "]": return .options(options)
      default:
        place -= 1
        throw failure("c, d or ]")
      }
    }
    throw failure("]")
  }
}

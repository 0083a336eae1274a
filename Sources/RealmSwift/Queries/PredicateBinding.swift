// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// Gives the names and arguments of a written predicate their meaning.
struct PredicateBinding {
  private var origin: QueryOrigin
  private let arguments: [Any]
  private(set) var objects: [ObjectBase] = []

  private init(_ origin: QueryOrigin, _ arguments: [Any]) {
    self.origin = origin
    self.arguments = arguments
  }

  /// What `format` says of the objects of a class, or of values, and which objects it mentions.
  static func bind(
    _ format: String, _ arguments: [Any], to origin: QueryOrigin
  ) -> (predicate: Predicate, objects: [ObjectBase]) {
    let syntax: PredicateSyntax
    do throws(PredicateSyntaxError) {
      syntax = try PredicateParser.parse(format)
    } catch {
      misuse(error.description)
    }
    var binding = PredicateBinding(origin, arguments)
    return (binding.predicate(syntax), binding.objects)
  }

  private mutating func predicate(_ syntax: PredicateSyntax) -> Predicate {
    switch syntax {
    case .constant(let value): return .constant(value)
    case .and(let parts): return .and(parts.map { predicate($0) })
    case .or(let parts): return .or(parts.map { predicate($0) })
    case .not(let part): return .not(predicate(part))
    case .comparison(let quantifier, let left, let word, let options, let right):
      return comparison(quantifier, left, word, options, right)
    }
  }

  private mutating func comparison(
    _ quantifier: Comparison.Quantifier?, _ left: PredicateSyntax.Operand,
    _ word: PredicateSyntax.Word, _ options: TextOptions, _ right: PredicateSyntax.Operand
  ) -> Predicate {
    switch (path(left), path(right)) {
    case (let path?, let other?):
      return comparison(quantifier, path, word, options, other)
    case (let path?, nil):
      return comparison(quantifier, path, word, options, right)
    case (nil, let path?):
      return comparison(quantifier, left, word, options, path)
    case (nil, nil):
      misuse("a predicate compares two values with each other, and no property; name one")
    }
  }

  /// A property with a value.
  private mutating func comparison(
    _ quantifier: Comparison.Quantifier?, _ path: QueryPath, _ word: PredicateSyntax.Word,
    _ options: TextOptions, _ right: PredicateSyntax.Operand
  ) -> Predicate {
    var quantifier = quantifier ?? path.impliedQuantifier
    let condition: Comparison.Condition
    switch word {
    case .comparison(.contains) where path.collections > 0 && quantifier == nil:
      quantifier = .any
      condition = .value(.equal, value(right, for: path), options)
    case .comparison(let comparison):
      condition = .value(comparison, value(right, for: path), options)
    case .among:
      if let shape = shape(right) {
        condition = .within(shape.checkedRegion)
      } else {
        condition = .among(elements(right).map { coerce($0, for: path) })
      }
    case .between:
      let bounds = elements(right)
      guard bounds.count == 2 else {
        misuse("BETWEEN takes two values, the least and the greatest, and not \(bounds.count)")
      }
      condition = .between(coerce(bounds[0], for: path), coerce(bounds[1], for: path))
    }
    return .comparison(Comparison(path.path, quantifier: quantifier, condition))
  }

  /// A value with a property.
  private mutating func comparison(
    _ quantifier: Comparison.Quantifier?, _ left: PredicateSyntax.Operand,
    _ word: PredicateSyntax.Word, _ options: TextOptions, _ path: QueryPath
  ) -> Predicate {
    switch word {
    case .among:
      return .comparison(
        Comparison(
          path.path, quantifier: quantifier ?? path.quantifier,
          .value(.equal, value(left, for: path), options)))
    case .comparison(let comparison):
      guard let mirrored = comparison.mirrored else {
        misuse(
          "\(comparison.rawValue) looks into a property; put \(path.path.description) before it, and the "
            + "value behind it")
      }
      return .comparison(
        Comparison(
          path.path, quantifier: quantifier ?? path.impliedQuantifier,
          .value(mirrored, value(left, for: path), options)))
    case .between:
      misuse("BETWEEN takes two values in braces, the least and the greatest, and no property")
    }
  }

  /// Two properties.
  private func comparison(
    _ quantifier: Comparison.Quantifier?, _ path: QueryPath, _ word: PredicateSyntax.Word,
    _ options: TextOptions, _ other: QueryPath
  ) -> Predicate {
    switch word {
    case .comparison(let comparison):
      if path.collections == 0, other.collections > 0, let mirrored = comparison.mirrored {
        return .comparison(
          Comparison(
            other.path, quantifier: quantifier ?? other.impliedQuantifier,
            .path(mirrored, path.path, options)))
      }
      return .comparison(
        Comparison(
          path.path, quantifier: quantifier ?? path.impliedQuantifier,
          .path(comparison, other.path, options)))
    case .among:
      return .comparison(
        Comparison(
          other.path, quantifier: quantifier ?? other.quantifier,
          .path(.equal, path.path, options)))
    case .between:
      misuse("BETWEEN takes two values in braces, the least and the greatest, and no property")
    }
  }

  // MARK: Operands

  private mutating func path(_ operand: PredicateSyntax.Operand) -> QueryPath? {
    switch operand {
    case .path(let names): return QueryPath(names, from: origin)
    case .pathArgument(let index): return QueryPath(text(index, for: "%K"), from: origin)
    case .entry(let collection, let key, let names):
      guard let path = path(collection) else { return nil }
      let next = path.taking(inside: inside(key))
      return next.appending(names, from: QueryOrigin(next.kind ?? origin.kind))
    case .inside(let collection, let inside, let names):
      guard let path = path(collection) else { return nil }
      let next = path.taking(inside: inside)
      return next.appending(names, from: QueryOrigin(next.kind ?? origin.kind))
    case .subquery(let collection, let condition):
      guard let path = path(collection) else { return nil }
      let outer = origin
      origin = QueryOrigin(path.kind ?? origin.kind)
      defer { origin = outer }
      return path.counting(predicate(condition))
    case .argument, .literal, .list: return nil
    }
  }

  /// What stands in brackets behind a path.
  private func inside(_ key: PredicateSyntax.Operand) -> PropertyPath.Inside {
    switch key {
    case .literal(.text(let text)): return .key(text)
    case .literal(.integer(let index)): return .place(.index(Int(clamping: index)))
    case .pathArgument(let index) where argument(index) as? String == "#any": return .all
    case .argument(let index):
      if let place = argument(index) as? Int { return .place(.index(place)) }
      return .key(text(index, for: "a key in brackets"))
    default: misuse("what stands in brackets is a key, a place, FIRST, LAST or *")
    }
  }

  private func text(_ index: Int, for what: String) -> String {
    guard let text = argument(index) as? String else {
      misuse("\(what) takes a name as a String, and not a \(type(of: argument(index)))")
    }
    return text
  }

  private func argument(_ index: Int) -> Any {
    guard arguments.indices.contains(index) else {
      misuse(
        "a predicate asks for argument \(index + 1), and \(arguments.count) are given; pass as many as "
          + "it has placeholders")
    }
    return arguments[index]
  }

  /// The value of an operand that is one.
  private func plain(_ operand: PredicateSyntax.Operand) -> Any {
    switch operand {
    case .argument(let index): return argument(index)
    case .literal(.null): return Int?.none as Any
    case .literal(.bool(let value)): return value
    case .literal(.integer(let value)): return value
    case .literal(.real(let value)): return value
    case .literal(.text(let value)): return value
    case .list: misuse("a list in braces stands behind IN and BETWEEN only")
    case .path, .pathArgument, .entry, .inside, .subquery:
      misuse("a list in braces holds values, and no properties")
    }
  }

  private mutating func value(
    _ operand: PredicateSyntax.Operand, for path: QueryPath
  ) -> MixedValue { coerce(plain(operand), for: path) }

  private mutating func coerce(_ value: Any, for path: QueryPath) -> MixedValue {
    let kind = path.kind ?? origin.kind
    if path.path.steps.last == .inside(.type) { return Self.typeName(value) }
    guard let stored = QueryValue.coerce(value, for: kind, mentioning: &objects) else {
      misuse(
        "\(path.path.description) is \(kind.type.rawValue), and cannot be compared with a "
          + "\(type(of: value))")
    }
    return stored
  }

  /// The name of a type, of which there are several for some.
  private static func typeName(_ value: Any) -> MixedValue {
    let others = [
      "boolean": "bool", "integer": "int", "long": "int", "data": "binary", "timestamp": "date",
      "decimal128": "decimal", "array": "list", "map": "dictionary", "link": "object",
    ]
    guard let given = (value as? String)?.lowercased() else {
      misuse("@type is compared with the name of a type, and not with a \(type(of: value))")
    }
    let name = others[given] ?? given
    let names = MixedValue.Tag.names.map(\.name) + ["object"]
    guard let known = names.first(where: { $0.lowercased() == name }) else {
      misuse(
        "@type is compared with something that is no type; it may be \(names.joined(separator: ", "))"
      )
    }
    return MixedValue(.null, .text(known))
  }

  /// The values of a list, or of an argument that is one.
  private func elements(_ operand: PredicateSyntax.Operand) -> [Any] {
    if case .list(let elements) = operand { return elements.map(plain) }
    let value = plain(operand)
    if !(value is String), !isBytes(value), let sequence = value as? any Sequence {
      return array(sequence)
    }
    misuse("IN and BETWEEN take several values, and not a \(type(of: value))")
  }

  /// The shape that an argument is, if it is one.
  private func shape(_ operand: PredicateSyntax.Operand) -> (any Geospatial)? {
    guard case .argument(let index) = operand else { return nil }
    return argument(index) as? any Geospatial
  }

  private func array<S: Sequence>(_ sequence: S) -> [Any] { sequence.map { $0 as Any } }

  private func isBytes(_ value: Any) -> Bool {
    (value as? any RealmCollectionValue).map { Swift.type(of: $0)._kind.type == .data } ?? false
  }
}

extension Comparison.Operator {
  /// The same with the sides changed; nil where there is no such thing.
  fileprivate var mirrored: Self? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .beginsWith, .contains, .endsWith, .like: nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import ObjectStore
import Testing

@Suite struct PredicateParserRules {
  private static func compare(
    _ path: String..., by comparison: Comparison.Operator = .equal, with options: TextOptions = [],
    to value: PredicateSyntax.Operand = .literal(.integer(1)),
    quantifier: Comparison.Quantifier? = nil
  ) -> PredicateSyntax {
    .comparison(quantifier, .path(path), .comparison(comparison), options, value)
  }

  static let readable: [(String, PredicateSyntax)] = [
    ("a = 1", compare("a")),
    ("a == 1", compare("a")),
    ("  a==1  ", compare("a")),
    ("a != 1", compare("a", by: .notEqual)),
    ("a <> 1", compare("a", by: .notEqual)),
    ("a < 1", compare("a", by: .less)),
    ("a <= 1", compare("a", by: .lessOrEqual)),
    ("a =< 1", compare("a", by: .lessOrEqual)),
    ("a > 1", compare("a", by: .greater)),
    ("a >= 1", compare("a", by: .greaterOrEqual)),
    ("a => 1", compare("a", by: .greaterOrEqual)),
    ("a.b.c == 1", compare("a", "b", "c")),
    ("SELF.a == 1", compare("a")),
    ("SELF == 1", .comparison(nil, .path([]), .comparison(.equal), [], .literal(.integer(1)))),
    ("#in == 1", compare("in")),
    ("_grüße == 1", compare("_grüße")),
    ("a == -1", compare("a", to: .literal(.integer(-1)))),
    ("a == +1", compare("a", to: .literal(.integer(1)))),
    ("a == 1.5", compare("a", to: .literal(.real(1.5)))),
    ("a == .5", compare("a", to: .literal(.real(0.5)))),
    ("a == -.5e-2", compare("a", to: .literal(.real(-0.005)))),
    ("a == 2E3", compare("a", to: .literal(.real(2000)))),
    ("a == 9223372036854775807", compare("a", to: .literal(.integer(.max)))),
    ("a == 9223372036854775808", compare("a", to: .literal(.real(9_223_372_036_854_775_808)))),
    ("a == TRUE", compare("a", to: .literal(.bool(true)))),
    ("a == yes", compare("a", to: .literal(.bool(true)))),
    ("a == false", compare("a", to: .literal(.bool(false)))),
    ("a == NO", compare("a", to: .literal(.bool(false)))),
    ("a == nil", compare("a", to: .literal(.null))),
    ("a == NULL", compare("a", to: .literal(.null))),
    ("a == 'x'", compare("a", to: .literal(.text("x")))),
    ("a == \"it's\"", compare("a", to: .literal(.text("it's")))),
    (#"a == 'it\'s \\ \n\t\u00e9'"#, compare("a", to: .literal(.text("it's \\ \n\té")))),
    (#"a LIKE 'x\*'"#, compare("a", by: .like, to: .literal(.text(#"x\*"#)))),
    ("a == ''", compare("a", to: .literal(.text("")))),
    ("a == 'AND OR ('", compare("a", to: .literal(.text("AND OR (")))),
    ("a BEGINSWITH 'x'", compare("a", by: .beginsWith, to: .literal(.text("x")))),
    (
      "a beginswith[c] 'x'",
      compare("a", by: .beginsWith, with: .caseInsensitive, to: .literal(.text("x")))
    ),
    (
      "a CONTAINS[cd] 'x'",
      compare(
        "a", by: .contains, with: [.caseInsensitive, .diacriticInsensitive],
        to: .literal(.text("x")))
    ),
    (
      "a ENDSWITH[d]'x'",
      compare("a", by: .endsWith, with: .diacriticInsensitive, to: .literal(.text("x")))
    ),
    ("a ==[c] 'x'", compare("a", with: .caseInsensitive, to: .literal(.text("x")))),
    ("a == %@", compare("a", to: .argument(0))),
    ("a == $3", compare("a", to: .argument(3))),
    ("a == %d", compare("a", to: .argument(0))),
    ("a == %lld", compare("a", to: .argument(0))),
    ("a == %lf", compare("a", to: .argument(0))),
    ("%K == %@", .comparison(nil, .pathArgument(0), .comparison(.equal), [], .argument(1))),
    ("ANY a.b == 1", compare("a", "b", quantifier: .any)),
    ("SOME a == 1", compare("a", quantifier: .any)),
    ("ALL a == 1", compare("a", quantifier: .all)),
    ("NONE a == 1", compare("a", quantifier: Comparison.Quantifier.none)),
    ("a.@count > 1", compare("a", "@count", by: .greater)),
    ("1 == a", .comparison(nil, .literal(.integer(1)), .comparison(.equal), [], .path(["a"]))),
    (
      "a IN {1, 'x', nil}",
      .comparison(
        nil, .path(["a"]), .among, [],
        .list([.literal(.integer(1)), .literal(.text("x")), .literal(.null)]))
    ),
    ("a IN {}", .comparison(nil, .path(["a"]), .among, [], .list([]))),
    ("a IN %@", .comparison(nil, .path(["a"]), .among, [], .argument(0))),
    (
      "a BETWEEN {%@, 9}",
      .comparison(nil, .path(["a"]), .between, [], .list([.argument(0), .literal(.integer(9))]))
    ),
    (
      "SUBQUERY(a.b, $x, $x.c == 1).@count > 2",
      .comparison(
        nil, .subquery(.path(["a", "b"]), compare("c")), .comparison(.greater), [],
        .literal(.integer(2)))
    ),
    (
      "subquery(a, $x, $x == %@ && $x.b == $1) .@count == %@",
      .comparison(
        nil,
        .subquery(
          .path(["a"]),
          .and([
            .comparison(nil, .path([]), .comparison(.equal), [], .argument(0)),
            compare("b", to: .argument(1)),
          ])), .comparison(.equal), [], .argument(1))
    ),
    (
      "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y == 1).@count == 1).@count == 1",
      .comparison(
        nil,
        .subquery(
          .path(["a"]),
          .comparison(
            nil, .subquery(.path(["b"]), compare()), .comparison(.equal), [],
            .literal(.integer(1)))), .comparison(.equal), [], .literal(.integer(1)))
    ),
    (
      "a['x'] == 1",
      .comparison(
        nil, .entry(.path(["a"]), key: .literal(.text("x")), []), .comparison(.equal), [],
        .literal(.integer(1)))
    ),
    (
      "a.b[ %@ ].c['y'].d == 1",
      .comparison(
        nil,
        .entry(
          .entry(.path(["a", "b"]), key: .argument(0), ["c"]), key: .literal(.text("y")), ["d"]),
        .comparison(.equal), [], .literal(.integer(1)))
    ),
    (
      "any[0][LAST].b[*] ==[c] 1",
      .comparison(
        nil,
        .inside(
          .inside(
            .entry(.path(["any"]), key: .literal(.integer(0)), []), .place(.last), ["b"]), .all, []),
        .comparison(.equal), .caseInsensitive, .literal(.integer(1)))
    ),
    (
      "ANY a[first] == 1",
      .comparison(
        .any, .inside(.path(["a"]), .place(.index(0)), []), .comparison(.equal), [],
        .literal(.integer(1)))
    ),
    ("TRUEPREDICATE", .constant(true)),
    ("falsepredicate", .constant(false)),
    ("NOT a == 1", .not(compare("a"))),
    ("!(a == 1)", .not(compare("a"))),
    ("NOT NOT a == 1", compare("a")),
    ("a == 1 AND b == 1", .and([compare("a"), compare("b")])),
    ("a == 1 && b == 1 && c == 1", .and([compare("a"), compare("b"), compare("c")])),
    ("a == 1 OR b == 1 AND c == 1", .or([compare("a"), .and([compare("b"), compare("c")])])),
    ("(a == 1 OR b == 1) AND c == 1", .and([.or([compare("a"), compare("b")]), compare("c")])),
    ("NOT a == 1 OR b == 1", .or([.not(compare("a")), compare("b")])),
    (
      "a == 1 || NOT (b == 1 and c == 1)",
      .or([compare("a"), .not(.and([compare("b"), compare("c")]))])
    ),
  ]

  @Test("a predicate says what NSPredicate says", arguments: readable)
  func read(text: String, meaning: PredicateSyntax) throws {
    #expect(try PredicateParser.parse(text) == meaning)
  }

  static let unreadable: [(String, Int)] = [
    ("", 1), ("a", 2), ("a ==", 5), ("a = = 1", 5), ("== 1", 1), ("a == 1 b", 8), ("(a == 1", 8),
    ("a == 1)", 7), ("a == 'x", 8), ("a == 1 AND", 11), ("a IN {1, }", 10), ("a IN {1 2}", 9),
    ("a IN {{1}}", 9), ("a == %x", 7), ("a == $x", 6), ("a == $", 7), ("a ==[x] 'y'", 6),
    ("a == 1x", 7),
    ("a == 1e", 8), ("a.. == 1", 1), ("a MATCHES 'x'", 3), ("AND == 1", 1), ("a == ;", 6),
    (#"a == '\u12'"#, 11), ("a BETWEEN", 10), ("NOT", 4), ("😀 == 1", 1),
    ("SUBQUERY a", 10), ("SUBQUERY(1, $x, $x == 1).@count == 1", 10),
    ("SUBQUERY(a, x, x == 1).@count == 1", 13), ("SUBQUERY(a, $x, b == 1).@count == 1", 17),
    ("SUBQUERY(a, $x, $y == 1).@count == 1", 17), ("SUBQUERY(a, $x, $x == 1) == 1", 26),
    ("SUBQUERY(a, $x, %K == 1).@count == 1", 17), ("$x == 1", 1), ("a['x' == 1", 7),
    ("a[%@", 5), ("a['x'].. == 1", 8), ("a] == 1", 2),
  ]

  @Test("a mistake in a predicate is found where it is", arguments: unreadable)
  func refuse(text: String, position: Int) throws {
    let error = #expect(throws: PredicateSyntaxError.self) { try PredicateParser.parse(text) }
    #expect(error?.position == position)
    #expect(error?.expectation.isEmpty == false)
  }

  @Test("every beginning of a predicate is read or refused, and nothing traps", arguments: readable)
  func truncate(text: String, meaning: PredicateSyntax) {
    for end in text.indices { _ = try? PredicateParser.parse(String(text[..<end])) }
  }

  @Test("parentheses are bounded, and refused beyond")
  func depth() throws {
    func nested(_ count: Int) -> String {
      String(repeating: "(", count: count) + "a == 1" + String(repeating: ")", count: count)
    }
    #expect(try PredicateParser.parse(nested(99)) == Self.compare("a"))
    #expect(throws: PredicateSyntaxError.self) { try PredicateParser.parse(nested(100_000)) }
  }

  @Test("a message holds nothing of the predicate")
  func silence() {
    let error = #expect(throws: PredicateSyntaxError.self) {
      try PredicateParser.parse("name == 'hunter2' hunter2")
    }
    #expect(error?.description.contains("hunter2") == false)
  }
}

// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Testing

@Suite("An answer for programs")
struct JSONValueTests {
  @Test("has every kind of value, in the given order, with its strings escaped")
  func everything() {
    let value = JSONValue.object([
      ("b", .string("a\"b\\c\n\u{7F}ü")), ("a", .list([.number(-3), .boolean(true), .null])),
      ("é", .object([])), ("n", JSONValue(nil as String?)), ("i", JSONValue(7 as Int?)),
    ])
    #expect(
      Page.print { value.write(to: $0) }
        == #"{"b":"a\"b\\c\u000a\u007fü","a":[-3,true,null],"é":{},"n":null,"i":7}"#)
  }
}

// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import KeychainRequests
import Secrets
import Testing

@Suite("An item")
struct ItemPrintingTests {
  private func item(
    _ attributes: [(key: AttributeKey, value: AttributeValue)], password: [UInt8]? = nil
  ) -> Response.Item {
    Response.Item(
      itemClass: .genericPassword,
      persistentReference: PersistentReference(
        itemClass: .genericPassword, identifier: Array(repeating: 0xAB, count: 16)),
      attributes: attributes, data: password.map { SharedSecret(copying: $0.rawBytes) })
  }

  private func list(_ item: Response.Item) -> String {
    Page.print { ItemListing.write(item, keychain: "/home/a/k", to: $0) }
  }

  @Test("is listed with every attribute of its class in macOS's order, absent ones as such")
  func bare() {
    #expect(
      list(item([])) == """
        keychain: "/home/a/k"
        version: 512
        class: "genp"
        attributes:
            0x00000007 <blob>=<NULL>
            0x00000008 <blob>=<NULL>
            "acct"<blob>=<NULL>
            "cdat"<timedate>=<NULL>
            "crtr"<uint32>=<NULL>
            "cusi"<sint32>=<NULL>
            "desc"<blob>=<NULL>
            "gena"<blob>=<NULL>
            "icmt"<blob>=<NULL>
            "invi"<sint32>=<NULL>
            "mdat"<timedate>=<NULL>
            "nega"<sint32>=<NULL>
            "prot"<blob>=<NULL>
            "scrp"<sint32>=<NULL>
            "svce"<blob>=<NULL>
            "type"<uint32>=<NULL>

        """)
  }

  @Test(
    "is listed with values in the form of their attribute",
    arguments: [
      (.label, .text("Mail"), #"0x00000007 <blob>="Mail""#),
      (.account, .text("Zoë"), #""acct"<blob>=0x5A6FC3AB  "Zo\303\253""#),
      (.account, .text(""), #""acct"<blob>=<NULL>"#),
      (.generic, .bytes([0, 1]), #""gena"<blob>=0x0001 "#),
      (.generic, .bytes([]), #""gena"<blob>=<NULL>"#),
      (.account, .integer(42), #""acct"<blob>="42""#),
      (
        .creationDate, .date(599_616_000),
        #""cdat"<timedate>=0x32303230303130323030303030305A00  "20200102000000Z\000""#
      ),
      (.modificationDate, .date(1e18), #""mdat"<timedate>=<NULL>"#),
      (.creator, .integer(0x5354_5247), #""crtr"<uint32>="STRG""#),
      (.type, .integer(1), #""type"<uint32>=0x00000001 "#),
      (.type, .text("note"), #""type"<uint32>="note""#),
      (.isInvisible, .integer(-1), #""invi"<sint32>=0xFFFFFFFF "#),
      (.isNegative, .integer(1), #""nega"<sint32>=0x00000001 "#),
    ] as [(AttributeKey, AttributeValue, String)])
  func line(_ key: AttributeKey, _ value: AttributeValue, _ line: String) {
    #expect(list(item([(key, value)])).contains("    \(line)\n"))
  }

  private func json(_ item: Response.Item) -> String {
    Page.print { ItemJSON.write(item, keychain: "/k", to: $0) }
  }

  private let frame = (
    start:
      #"{"keychain":"/k","class":"genp","persistentReference":{"hex":"67656e70abababababababababababababababab"},"#,
    end: "}\n"
  )

  @Test("in JSON has the attributes it has, with types that JSON can carry")
  func jsonAttributes() {
    let item = item([
      (.account, .text("a\"\\\u{7}\u{7F}é")), (.creationDate, .date(0)), (.creator, .integer(7)),
      (.generic, .bytes([0, 255])), (.modificationDate, .date(.nan)), (.type, .real(0.5)),
      (.isInvisible, .boolean(true)), (.label, .list([.text("x"), .integer(1)])),
    ])
    #expect(
      json(item) == frame.start
        + #""attributes":{"acct":"a\"\\\u0007\u007fé","cdat":"2001-01-01T00:00:00Z","crtr":7,"gena":{"hex":"00ff"},"mdat":null,"type":0.5,"invi":true,"labl":["x",1]}"#
        + frame.end)
  }

  @Test(
    "in JSON has a password that is text as a string and any other as digits",
    arguments: [
      (Array("pass \"word\"\n".utf8), #""pass \"word\"\u000a""#),
      (Array("grüße € 😀".utf8), #""grüße € 😀""#),
      ([], #""""#),
      ([0xFF], #"{"hex":"ff"}"#),
      ([0x80], #"{"hex":"80"}"#),
      ([0xC3], #"{"hex":"c3"}"#),
      ([0xC0, 0xAF], #"{"hex":"c0af"}"#),
      ([0xE0, 0x80, 0x80], #"{"hex":"e08080"}"#),
      ([0xED, 0xA0, 0x80], #"{"hex":"eda080"}"#),
      ([0xF0, 0x80, 0x80, 0x80], #"{"hex":"f0808080"}"#),
      ([0xF4, 0x90, 0x80, 0x80], #"{"hex":"f4908080"}"#),
      ([0xE2, 0x82, 0x41], #"{"hex":"e28241"}"#),
    ] as [([UInt8], String)])
  func jsonPassword(_ password: [UInt8], _ text: String) {
    #expect(
      json(item([], password: password)) == frame.start + #""attributes":{},"password":"# + text
        + frame.end)
  }
}

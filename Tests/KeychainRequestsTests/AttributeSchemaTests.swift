// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Testing

@Suite("The table of attributes")
struct AttributeSchemaTests {
  @Test(
    "makes an item unique by what Apple's does",
    arguments: [
      (ItemClass.genericPassword, "acct agrp ggrp musr svce sync tkid vwht"),
      (.internetPassword, "acct agrp atyp ggrp musr path port ptcl sdmn srvr sync tkid vwht"),
      (.certificate, "agrp ctyp ggrp issr musr slnr sync tkid vwht"),
      (
        .key, "agrp atag bsiz crtr edat esiz ggrp kcls klbl musr sdat sync tkid type vwht"
      ),
    ])
  func uniqueness(_ itemClass: ItemClass, _ keys: String) {
    #expect(itemClass.primaryAttributes.map(\.key.description).joined(separator: " ") == keys)
  }

  @Test(
    "gives every name of uniqueness that is searched for a blind index",
    arguments: ItemClass.allCases)
  func indexed(_ itemClass: ItemClass) {
    #expect(!itemClass.indexedAttributes.isEmpty)
    for schema in itemClass.indexedAttributes {
      switch schema.kind {
      case .blob, .data, .text: break
      default: Issue.record("\(schema.key) has a column although it is a number or a date")
      }
    }
  }

  @Test("knows each attribute once")
  func once() {
    for itemClass in ItemClass.allCases {
      let keys = itemClass.attributes.map(\.key)
      #expect(Set(keys).count == keys.count)
    }
  }
}

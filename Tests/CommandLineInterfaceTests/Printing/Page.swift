// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface

/// What was printed, for tests to look at.
final class Page: ByteSink {
  private var bytes: [UInt8] = []

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ byte: UInt8) { bytes.append(byte) }

  static func print(_ body: (Page) -> Void) -> String {
    let page = Page()
    body(page)
    return page.text
  }
}

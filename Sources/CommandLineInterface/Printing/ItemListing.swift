// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// The listing of an item as macOS's `security` prints it: keychain, class, and one line an
/// attribute in a fixed order, also for those that the item does not have.
package enum ItemListing {
  private enum Form: String {
    case blob, timedate, uint32, sint32
  }

  /// The number of the database format that macOS prints; a constant here, so that its readers find
  /// what they expect.
  private static let version = 512

  /// Prints `item`; `keychain` is the path of the keychain that it is in.
  package static func write(_ item: Response.Item, keychain: String, to sink: some ByteSink) {
    sink.write("keychain: ")
    ByteDump.write(Array(keychain.utf8).rawBytes, to: sink)
    sink.write("\nversion: \(version)\nclass: ")
    ByteDump.write(Array(item.itemClass.rawValue.utf8).rawBytes, to: sink)
    sink.write("\nattributes:\n")
    for line in genericPasswordLines {
      sink.write("    ")
      ByteDump.write(line.tag, to: sink)
      sink.write("<\(line.form.rawValue)>=")
      write(item[line.key], as: line.form, to: sink)
      sink.write("\n")
    }
  }

  private static let genericPasswordLines: [(tag: UInt32, key: AttributeKey, form: Form)] =
    [(7, .label, .blob), (8, .alias, .blob)]
    + [
      (.account, .blob), (.creationDate, .timedate), (.creator, .uint32), (.hasCustomIcon, .sint32),
      (.kind, .blob), (.generic, .blob), (.comment, .blob), (.isInvisible, .sint32),
      (.modificationDate, .timedate), (.isNegative, .sint32), (.protected, .blob),
      (.scriptCode, .sint32), (.service, .blob), (.type, .uint32),
    ].map { (key: AttributeKey, form: Form) in (key.rawValue, key, form) }

  private static func write(_ value: AttributeValue?, as form: Form, to sink: some ByteSink) {
    switch (value, form) {
    case (.integer(let number)?, .uint32), (.integer(let number)?, .sint32):
      ByteDump.write(UInt32(truncatingIfNeeded: number), to: sink)
    case (.integer(let number)?, _): dump(String(number), to: sink)
    case (.real(let number)?, _): dump(String(number), to: sink)
    case (.text(let text)?, _): dump(text, to: sink)
    case (.bytes(let bytes)?, _) where !bytes.isEmpty: ByteDump.write(bytes.rawBytes, to: sink)
    case (.date(let seconds)?, _):
      guard let time = UTCTime(secondsSince2001: seconds) else { return sink.write("<NULL>") }
      ByteDump.write((Array(time.compact.utf8) + [0]).rawBytes, to: sink)
    case (.boolean, _), (.list, _), (.bytes, _), (nil, _): sink.write("<NULL>")
    }
  }

  private static func dump(_ text: String, to sink: some ByteSink) {
    if text.isEmpty {
      sink.write("<NULL>")
    } else {
      ByteDump.write(Array(text.utf8).rawBytes, to: sink)
    }
  }
}

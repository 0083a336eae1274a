// SPDX-License-Identifier: Apache-2.0

@_spi(_Unicode) internal import Swift

/// What a comparison of texts does not look at.
package struct TextOptions: OptionSet, Hashable, Sendable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// Upper and lower case are the same.
  package static let caseInsensitive = TextOptions(rawValue: 1)
  /// Marks on letters do not count: é is e.
  package static let diacriticInsensitive = TextOptions(rawValue: 2)
}

/// Makes texts equal that differ only in what a comparison does not look at.
///
/// Letters become small ones as Unicode says, for all scripts. Marks go by canonical decomposition,
/// without those characters that Unicode calls nonspacing marks.
package enum TextFolding {
  /// `text` with what `options` name taken out.
  package static func fold(_ text: String, _ options: TextOptions) -> String {
    var text = text
    if options.contains(.diacriticInsensitive) {
      var bare = String.UnicodeScalarView()
      for scalar in text._nfd where scalar.properties.generalCategory != .nonspacingMark {
        bare.append(scalar)
      }
      text = String(bare)
    }
    return options.contains(.caseInsensitive) ? text.lowercased() : text
  }

  /// The same for bytes of UTF-8.
  static func fold(_ text: Span<UInt8>, _ options: TextOptions) -> [UInt8] {
    var isASCII = true
    for index in text.indices where text[index] >= 0x80 {
      isASCII = false
      break
    }
    let bytes = [UInt8](copying: text)
    guard isASCII else { return Array(fold(String(decoding: bytes, as: UTF8.self), options).utf8) }
    guard options.contains(.caseInsensitive) else { return bytes }
    return bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }
}

extension [UInt8] {
  /// The bytes of a span.
  fileprivate init(copying span: Span<UInt8>) {
    self.init()
    reserveCapacity(span.count)
    for index in span.indices { append(span[index]) }
  }
}

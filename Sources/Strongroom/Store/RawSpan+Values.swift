// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

// The unsafe lines of this module: Foundation and the standard library take bytes by pointer only.
extension RawSpan {
  /// The bytes as text; nil when they are no UTF-8.
  ///
  /// The text is a copy that nobody wipes.
  var text: String? {
    unsafe withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
  }

  /// The bytes as `Data`: a copy that nobody wipes.
  var data: Data { unsafe withUnsafeBytes { unsafe Data($0) } }
}

extension String {
  /// Lends the UTF-8 of the text to `body`.
  func withUTF8Bytes<R: ~Copyable>(_ body: (RawSpan) -> R) -> R {
    body(unsafe utf8Span.span.bytes)
  }
}

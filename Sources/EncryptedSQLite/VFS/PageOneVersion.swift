// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// The bytes of page 1 that change with every transaction of the journal modes, and what page 1
/// looked like on disk when they were read: clear header, vector and tag.
///
/// A page with another content has another tag.
final class PageOneVersion {
  /// The bytes that SQLite compares.
  static let offset = 24
  static let byteCount = 16
  /// The bytes that SQLite reads when it opens.
  static let headerByteCount = 100

  private let header = PageBuffer(count: PageOne.byteCount)
  private let trailer = PageBuffer(count: PageLayout.reserve)
  private let bytes = PageBuffer(count: byteCount)
  private var isKnown = false

  func matches(_ sealed: RawSpan) -> Bool {
    let header = header
    let trailer = trailer
    return isKnown
      && ConstantTime.areEqual(header.bytes, sealed.extracting(0..<PageOne.byteCount))
      && ConstantTime.areEqual(
        trailer.bytes, sealed.extracting(last: PageLayout.reserve))
  }

  func remember(sealed: RawSpan) {
    header.withMutableBytes { $0.copy(sealed.extracting(0..<PageOne.byteCount)) }
    trailer.withMutableBytes { $0.copy(sealed.extracting(last: PageLayout.reserve)) }
  }

  func remember(opened: RawSpan) {
    bytes.withMutableBytes {
      $0.copy(opened.extracting(Self.offset..<Self.offset + Self.byteCount))
    }
    isKnown = true
  }

  func forget() { isKnown = false }

  func copy(into buffer: inout MutableRawSpan) {
    let bytes = bytes
    buffer.copy(bytes.bytes)
  }
}

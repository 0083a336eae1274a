// SPDX-License-Identifier: Apache-2.0

internal import Secrets

/// Where things are in the write-ahead log, and what binds a frame to its place.
struct LogFrame {
  static let headerByteCount = 24
  static let logHeaderByteCount = 32
  static let frameTagOffset = 8
  static let checksumOffset = 16

  let pageByteCount: Int

  var byteCount: Int { Self.headerByteCount + pageByteCount }
  /// Where the tag of the page is in a frame.
  var pageTag: Range<Int> { byteCount - PageLayout.tagByteCount..<byteCount }
  /// Where the page is in a frame.
  var page: Range<Int> { Self.headerByteCount..<byteCount }

  /// Whether a frame starts at `offset`.
  func isStart(_ offset: Int64) -> Bool {
    offset >= Self.logHeaderByteCount
      && (offset - Int64(Self.logHeaderByteCount)) % Int64(byteCount) == 0
  }

  /// What a frame is bound to instead of the salt of its log while its checksum is pending, so that
  /// recovery can tell what a crash left of a transaction from one that ended.
  static func pendingSalt(_ salt: UInt64) -> UInt64 { ~salt }

  /// The tag of a frame whose first 8 bytes and masked checksum are in `header`.
  static func tag(
    cipher: PageCipher, logSalt: UInt64, offset: Int64, header: RawSpan, pageTag: RawSpan
  ) -> UInt64 {
    var binding = InlineArray<64, UInt8>(repeating: 0)
    do {
      var span = binding.mutableSpan
      var bytes = unsafe span.mutableBytes
      bytes.store(logSalt, at: 0)
      bytes.store(UInt64(bitPattern: offset), at: 8)
      bytes.copy(header.extracting(0..<8), to: 16)
      bytes.copy(header.extracting(checksumOffset..<checksumOffset + 8), to: 24)
      bytes.copy(pageTag, to: 32)
    }
    return unsafe cipher.frameTag(binding.span.bytes)
  }
}

extension RawSpan {
  /// The big-endian number at `offset`.
  func number32(at offset: Int) -> UInt32 {
    UInt32(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The big-endian number at `offset`.
  func number64(at offset: Int) -> UInt64 {
    UInt64(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension MutableRawSpan {
  /// Writes `number` big-endian at `offset`.
  mutating func store(_ number: UInt32, at offset: Int) {
    storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// Writes `number` big-endian at `offset`.
  mutating func store(_ number: UInt64, at offset: Int) {
    storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt64.self)
  }
}

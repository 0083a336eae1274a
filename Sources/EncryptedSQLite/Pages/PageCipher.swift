// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import Secrets

/// Encrypts and authenticates the pages of one file: AES-256 in counter mode, then HMAC-SHA-256
/// over what is on disk and over where the page belongs.
///
/// Every sub-key depends on the whole 64-byte key, so that no half of a wrong key passes for right.
/// Used by one connection, hence by one thread at a time. The format is in
/// `Documentation/encrypted-database.md`.
final class PageCipher {
  let pageOne: PageOne

  private var encryption: AES256CTR
  private var pageMAC: SequentialHMACSHA256
  private var frameMAC: SequentialHMACSHA256
  private var mask: AES256Block
  private var nonces = PageNonces()

  /// Derives the sub-keys for a file with this salt.
  init(key: RawSpan, salt: [UInt8]) {
    let context = Array("strongroom-db-1".utf8) + salt
    let pseudorandomKey = HKDFSHA256.extract(salt: context.rawBytes, inputKeyMaterial: key)
    encryption = HKDFSHA256.expand(pseudorandomKey, label: "enc", count: 32).withBytes {
      AES256CTR(key: $0)
    }
    pageMAC = HKDFSHA256.expand(pseudorandomKey, label: "page-mac", count: 32).withBytes {
      SequentialHMACSHA256(key: $0)
    }
    frameMAC = HKDFSHA256.expand(pseudorandomKey, label: "frame-mac", count: 32).withBytes {
      SequentialHMACSHA256(key: $0)
    }
    mask = HKDFSHA256.expand(pseudorandomKey, label: "mask", count: 32).withBytes {
      AES256Block(key: $0)
    }
    let check = HKDFSHA256.expand(pseudorandomKey, label: "check", count: 32).withBytes {
      HMACSHA256(key: $0).tag(of: RawSpan())
    }
    pageOne = PageOne(salt: salt, keyCheck: Array(check.prefix(PageOne.keyCheckByteCount)))
  }

  /// Seals SQLite's `page` into `disk`, different memory.
  ///
  /// In a database both have the size of a page, and the reserved bytes of `page` are dropped; in a
  /// file without a name `disk` is longer by what sealing adds.
  func seal(
    _ page: RawSpan, number: PageNumber, domain: PageDomain, into disk: inout MutableRawSpan
  ) {
    var iv = InlineArray<16, UInt8>(repeating: 0)
    nonces.next(for: number, into: &iv)
    seal(page, number: number, domain: domain, iv: iv, into: &disk)
  }

  /// The same with a given vector, for the test bytes of the format only.
  func seal(
    _ page: RawSpan, number: PageNumber, domain: PageDomain, iv: InlineArray<16, UInt8>,
    into disk: inout MutableRawSpan
  ) {
    let layout = PageLayout(byteCount: disk.byteCount)
    let clear = domain.clearByteCount(number)
    if clear > 0 { pageOne.writeDiskHeader(over: page, into: &disk) }
    let body = clear..<layout.bodyEnd
    do {
      var output = disk._mutatingExtracting(body)
      unsafe encryption.transform(page.extracting(body), into: &output, iv: iv.span.bytes)
    }
    unsafe disk.copy(iv.span.bytes, to: layout.bodyEnd)
    let tag = tag(of: disk.bytes, number: number, domain: domain)
    unsafe disk.copy(tag.span.bytes, to: layout.tag.lowerBound)
  }

  /// Whether `disk` is page `number` of `domain` as it was sealed.
  func isAuthentic(_ disk: RawSpan, number: PageNumber, domain: PageDomain) -> Bool {
    let expected = tag(of: disk, number: number, domain: domain)
    let layout = PageLayout(byteCount: disk.byteCount)
    return unsafe ConstantTime.areEqual(expected.span.bytes, disk.extracting(layout.tag))
  }

  /// Opens `disk` into `page`, different memory; leaves `page` alone and returns false when it is
  /// not authentic.
  func open(
    _ disk: RawSpan, number: PageNumber, domain: PageDomain, into page: inout MutableRawSpan
  ) -> Bool {
    guard isAuthentic(disk, number: number, domain: domain) else { return false }
    let layout = PageLayout(byteCount: disk.byteCount)
    let clear = domain.clearByteCount(number)
    if clear > 0 { PageOne.writePlainHeader(over: disk, into: &page) }
    let body = clear..<layout.bodyEnd
    do {
      var output = page._mutatingExtracting(body)
      encryption.transform(disk.extracting(body), into: &output, iv: disk.extracting(layout.iv))
    }
    if page.byteCount > layout.bodyEnd { Self.clearReserve(of: &page, from: layout.bodyEnd) }
    return true
  }

  /// Opens `page` in place; leaves it alone and returns false when it is not authentic.
  func open(_ page: inout MutableRawSpan, number: PageNumber, domain: PageDomain) -> Bool {
    guard isAuthentic(page.bytes, number: number, domain: domain) else { return false }
    let layout = PageLayout(byteCount: page.byteCount)
    var iv = InlineArray<16, UInt8>(repeating: 0)
    for i in 0..<16 { iv[i] = page.bytes.byte(at: layout.bodyEnd + i) }
    let clear = domain.clearByteCount(number)
    do {
      var body = page._mutatingExtracting(clear..<layout.bodyEnd)
      unsafe encryption.transform(&body, iv: iv.span.bytes)
    }
    if clear > 0 { PageOne.restorePlainHeader(in: &page) }
    Self.clearReserve(of: &page, from: layout.bodyEnd)
    return true
  }

  /// SQLite's log checksums cover the reserved bytes as it sees them, so they must be the same at
  /// every sight: zero.
  private static func clearReserve(of page: inout MutableRawSpan, from start: Int) {
    for i in stride(from: start, to: start + PageLayout.reserve, by: 8) {
      page.storeBytes(of: 0, toByteOffset: i, as: UInt64.self)
    }
  }

  private func tag(of disk: RawSpan, number: PageNumber, domain: PageDomain) -> InlineArray<
    32, UInt8
  > {
    let size = UInt32(disk.byteCount)
    var context = InlineArray<16, UInt8>(repeating: 0)
    context[0] = domain.rawValue
    context[1] = PageOne.version
    for i in 0..<4 {
      context[4 + i] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * i))
      context[8 + i] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * i))
    }
    var tag = InlineArray<32, UInt8>(repeating: 0)
    do {
      var span = tag.mutableSpan
      var bytes = unsafe span.mutableBytes
      unsafe pageMAC.authenticate(
        disk.extracting(0..<disk.byteCount - PageLayout.tagByteCount), context.span.bytes,
        into: &bytes)
    }
    return tag
  }

  /// The first 8 bytes of the MAC that binds a log frame to its log and place.
  func frameTag(_ binding: RawSpan) -> UInt64 {
    var tag = InlineArray<32, UInt8>(repeating: 0)
    do {
      var span = tag.mutableSpan
      var bytes = unsafe span.mutableBytes
      frameMAC.authenticate(binding, into: &bytes)
    }
    return unsafe tag.span.bytes.number64(at: 0)
  }

  /// The bytes that hide a checksum of SQLite's, made from the last 16 bytes of the tag of the page
  /// it belongs to.
  func checksumMask(pageTag: RawSpan) -> UInt64 {
    var block = InlineArray<16, UInt8>(repeating: 0)
    do {
      var span = block.mutableSpan
      var bytes = unsafe span.mutableBytes
      mask.encrypt(pageTag.extracting(16..<32), into: &bytes)
    }
    return unsafe block.span.bytes.number64(at: 0)
  }

  /// Random bytes from the pool of vectors, to stand where nothing may be known.
  func randomNumber() -> UInt64 {
    var vector = InlineArray<16, UInt8>(repeating: 0)
    nonces.next(for: 0, into: &vector)
    return unsafe vector.span.bytes.number64(at: 0)
  }
}

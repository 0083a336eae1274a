// SPDX-License-Identifier: Apache-2.0

import Secrets
import TestFolders
import Testing

@testable import EncryptedSQLite

@Suite("PageCipher")
struct PageCipherTests {
  // The bytes under «Test bytes» in Documentation/encrypted-database.md, computed by the decoder in
  // Python.
  private let key = (0..<64).map { UInt8($0) }
  private let salt = (0..<12).map { 0xA0 + UInt8($0) }
  private let iv = InlineArray<16, UInt8> { $0 < 12 ? UInt8($0) : 0 }
  private var page: [UInt8] { (0..<4096).map { $0 < 4048 ? UInt8($0 % 251) : 0 } }
  private var pageOne: [UInt8] {
    PageOne.plainMagic + [0x10, 0, 2, 2, 48, 64, 32, 32] + page[24...]
  }

  private func cipher() -> PageCipher { PageCipher(key: key.rawBytes, salt: salt) }

  private func seal(_ page: [UInt8], number: PageNumber, domain: PageDomain) -> [UInt8] {
    var disk = [UInt8](repeating: 0xEE, count: PageLayout.defaultByteCount)
    var span = disk.mutableSpan
    var bytes = unsafe span.mutableBytes
    cipher().seal(page.rawBytes, number: number, domain: domain, iv: iv, into: &bytes)
    return disk
  }

  private func open(
    _ disk: [UInt8], number: PageNumber, domain: PageDomain, key: [UInt8]? = nil
  ) -> [UInt8]? {
    let key = key ?? self.key
    var page = [UInt8](repeating: 0xEE, count: PageLayout.defaultByteCount)
    var span = page.mutableSpan
    var bytes = unsafe span.mutableBytes
    let cipher = PageCipher(key: key.rawBytes, salt: salt)
    let opened = cipher.open(disk.rawBytes, number: number, domain: domain, into: &bytes)
    return opened ? page : nil
  }

  private func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("sealed pages are those of the format document")
  func vectors() {
    #expect(hex(cipher().pageOne.keyCheck) == "9da837")
    let third = seal(page, number: 3, domain: .database)
    #expect(hex(third.prefix(16)) == "cf4bd3d7e1cda859746533dac065ff22")
    #expect(hex(third[4048..<4064]) == "000102030405060708090a0b00000000")
    #expect(
      hex(third.suffix(32)) == "6ca685f8aea28acd9e0f674c0fe8be67f16cbb16a43b61aec9a9c259f2c3d56a")
    #expect(
      hex(seal(page, number: 3, domain: .journal).suffix(32))
        == "76c498221899d4cff7c2b05b14ae9e70c31856a5aacd2d4d534714a46f9c22df")
    let first = seal(pageOne, number: 1, domain: .database)
    #expect(
      hex(first.prefix(32)) == "53524401a0a1a2a3a4a5a6a7a8a9aaab10000202309da837d753cbcff9d5b041")
    #expect(
      hex(first.suffix(32)) == "0be174292119ea05ec4ace2e1677cc7cb9bda1cda1fe799985b8728c67540eca")
  }

  @Test("a log frame is bound as the format document says")
  func frameVector() {
    let tag = Array(seal(page, number: 3, domain: .database).suffix(32))
    let mask = cipher().checksumMask(pageTag: tag.rawBytes)
    #expect(mask == 0xEBE1_4D19_5BAD_A987)
    var header = [UInt8](repeating: 0, count: 24)
    header[3] = 3
    header[7] = 7
    for i in 0..<8 {
      header[16 + i] = UInt8(truncatingIfNeeded: (mask ^ 0x0011_2233_4455_6677) >> (56 - 8 * i))
    }
    let frameTag = LogFrame.tag(
      cipher: cipher(), logSalt: 0xC0C1_C2C3_C4C5_C6C7, offset: 32 + 2 * 4120,
      header: header.rawBytes, pageTag: tag.rawBytes)
    #expect(frameTag == 0x344A_57E0_A98F_7446)
  }

  @Test("the attestation of three pages is the one of the format document")
  func attestationVector() throws {
    let folder = TemporaryFolder()
    let pages = [(pageOne, 1), (page, 2), (page, 3)].map { page, number in
      seal(page, number: PageNumber(number), domain: .database)
    }
    #expect(
      hex(pages[1].suffix(32)) == "9a7b9363039575833b3cde9be3e87c0ad597dc92df0cf6d52503eefe599670bb"
    )
    FileBytes.write(pages.flatMap { $0 }, to: folder.file("three.db"))
    let key = key
    let secret = try DatabaseKey(copying: key.rawBytes)
    let digest = try AttestationDigest.digest(
      of: SealedDatabase(folder.file("three.db"), key: secret.bytes), key: secret)
    #expect(
      hex(digest) == "96774b31de5b0ec02527bb9248914d2406948b2b48dd139d413e966d139b7676")
    #expect(
      hex(Attestation(counter: 7, digest: digest, salt: salt).bytes)
        == "01a0a1a2a3a4a5a6a7a8a9aaab0000000000000007" + hex(digest))
  }

  @Test(
    "a page opens to what was sealed", arguments: [1, 2, 3, PageNumber.max],
    [PageDomain.database, .journal])
  func roundTrip(number: PageNumber, domain: PageDomain) {
    let plain = number == 1 ? pageOne : page
    let disk = seal(plain, number: number, domain: domain)
    #expect(open(disk, number: number, domain: domain) == plain)
    var inPlace = disk
    do {
      var span = inPlace.mutableSpan
      var bytes = unsafe span.mutableBytes
      #expect(cipher().open(&bytes, number: number, domain: domain))
    }
    #expect(inPlace == plain)
  }

  @Test("two writes of the same page share no bytes of their vectors or ciphertexts")
  func freshVectors() {
    let cipher = cipher()
    var pages: Set<[UInt8]> = []
    for _ in 0..<100 {
      var disk = [UInt8](repeating: 0, count: PageLayout.defaultByteCount)
      var span = disk.mutableSpan
      var bytes = unsafe span.mutableBytes
      cipher.seal(page.rawBytes, number: 2, domain: .database, into: &bytes)
      #expect(disk[4060..<4064] == [0, 0, 0, 0])
      pages.insert(Array(disk[4048..<4060]))
    }
    #expect(pages.count == 100)
  }

  @Test(
    "no single changed bit opens, wherever it is",
    arguments: [0, 16, 21, 24, 2000, 4047, 4048, 4063, 4064, 4095])
  func flippedBit(offset: Int) {
    var disk = seal(pageOne, number: 1, domain: .database)
    disk[offset] ^= 0x10
    #expect(open(disk, number: 1, domain: .database) == nil)
  }

  @Test("a page opens neither under another number nor in another domain")
  func elsewhere() {
    let disk = seal(page, number: 3, domain: .database)
    #expect(open(disk, number: 4, domain: .database) == nil)
    #expect(open(disk, number: 3, domain: .journal) == nil)
  }

  // Trap: with independent halves, a wrong encryption half passes every tag and gives garbage.
  @Test("both halves of the key are bound: changing either, or swapping them, opens nothing")
  func halves() {
    let disk = seal(page, number: 3, domain: .database)
    var first = key, second = key
    first[0] ^= 1
    second[63] ^= 1
    for wrong in [first, second, Array(key[32...] + key[..<32])] {
      #expect(open(disk, number: 3, domain: .database, key: wrong) == nil)
      #expect(
        PageCipher(key: wrong.rawBytes, salt: salt).pageOne.keyCheck != cipher().pageOne.keyCheck)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Secrets

/// Whose file it is, and the keys that open it.
extension MainFile {
  /// Takes over the salt of the file's page 1: another process may have made the file anew since it
  /// was last seen.
  func adopt(_ disk: RawSpan, byteCount: Int = PageOne.byteCount) -> CInt {
    switch PageOne.recognize(disk.extracting(0..<byteCount).array) {
    case .encrypted(let pageOne):
      let named = PageOne.layout(disk)
      if let cipher, cipher.pageOne == pageOne, named?.byteCount == layout.byteCount {
        return SQLITE_OK
      }
      let derived = key.withBytes { PageCipher(key: $0, salt: pageOne.salt) }
      guard derived.pageOne == pageOne else {
        return fail(.wrongKey, "the key does not open \(path); it was made with another one")
      }
      // The size of its pages is a file's for life, as its salt is.
      guard let named, cipher?.pageOne != pageOne else {
        return fail(
          .damaged,
          "page 1 of \(path) names sizes that it cannot have; restore the file from a copy",
          page: 1)
      }
      take(derived, named)
      return SQLITE_OK
    case .unwritten:
      return fail(
        .damaged, "page 1 of \(path) was never written; restore the file from a copy", page: 1)
    case .plainSQLite:
      return fail(
        .notEncrypted, "\(path) is a plain SQLite database; encrypt it first")
    case .otherVersion(PageOne.replacedVersion):
      let error = EncryptedSQLiteError.replaced(path)
      return failures.note(error, returning: SQLiteCode.dataError)
    case .otherVersion(let version):
      return fail(
        .unsupportedVersion,
        "\(path) has format version \(version), this program reads \(PageOne.version); update it")
    case .cutShort:
      return fail(
        .truncated,
        "\(path) ends inside its first \(PageOne.byteCount) bytes; restore it from a copy")
    case .foreign:
      return fail(.notADatabase, "\(path) is no encrypted database; check the path")
    }
  }

  /// Goes over to the keys and the page size of the file.
  private func take(_ cipher: PageCipher, _ layout: PageLayout) {
    self.cipher = cipher
    guard layout.byteCount != self.layout.byteCount else { return }
    self.layout = layout
    scratch = PageBuffer(count: layout.byteCount)
    pageCount = 0
  }

  /// Looks whose file it is by now, before a rollback after a crash: the one who crashed may have
  /// made it after it was last seen.
  func lookAgain() {
    let head = PageBuffer(count: PageOne.byteCount)
    guard head.withMutableBytes({ real.read(into: &$0, at: 0) }) == SQLITE_OK,
      case .encrypted(let pageOne) = PageOne.recognize(head.bytes.array), cipher?.pageOne != pageOne
    else { return }
    // What is wrong with page 1, the journal may put right.
    if adopt(head.bytes) != SQLITE_OK { _ = failures.take() }
  }

  /// Makes sure that there are keys: from page 1, or new ones for a file that has none yet.
  func ensureCipher() -> CInt {
    if cipher != nil { return SQLITE_OK }
    let head = PageBuffer(count: PageOne.byteCount)
    let status = head.withMutableBytes { real.read(into: &$0, at: 0) }
    guard status == SQLITE_OK || status == SQLiteCode.shortRead else { return status }
    if PageOne.recognize(head.bytes.array) == .unwritten {
      let salt = RandomBytes.bytes(PageOne.saltByteCount)
      cipher = key.withBytes { PageCipher(key: $0, salt: salt) }
      return SQLITE_OK
    }
    return adopt(head.bytes)
  }

  /// The cipher, for the files beside this one.
  func currentCipher(_ status: inout CInt) -> PageCipher? {
    guard process == ProcessIdentity.current else {
      status = refuseAfterFork()
      return nil
    }
    status = ensureCipher()
    return cipher
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Whether a frame is in the log and the place that it was written for.
extension LogFile {
  /// Whether `frame` belongs to the log at `offset`.
  ///
  /// Another process may have started the log anew since its salt was last seen, so a mismatch
  /// looks at the log header before it counts.
  func isBound(_ frame: RawSpan, at offset: Int64, _ cipher: PageCipher) -> Bool {
    var isPending = false
    return isBound(frame, at: offset, cipher, isPending: &isPending)
  }

  func isBound(
    _ frame: RawSpan, at offset: Int64, _ cipher: PageCipher, isPending: inout Bool
  ) -> Bool {
    lookFailure = nil
    if let salt, hasTag(frame, offset, salt, cipher, isPending: &isPending) { return true }
    if case .recovering = phase { return false }
    let header = PageBuffer(count: LogFrame.logHeaderByteCount)
    let status = header.withMutableBytes { real.read(into: &$0, at: 0) }
    guard status == SQLITE_OK else {
      lookFailure = status == SQLiteCode.shortRead ? nil : status
      return false
    }
    let current = header.bytes.number64(at: 16)
    guard current != salt, hasTag(frame, offset, current, cipher, isPending: &isPending) else {
      return false
    }
    salt = current
    return true
  }

  private func hasTag(
    _ frame: RawSpan, _ offset: Int64, _ salt: UInt64, _ cipher: PageCipher,
    isPending: inout Bool
  ) -> Bool {
    isPending = false
    if hasTag(frame, offset, salt, cipher) { return true }
    isPending = hasTag(frame, offset, LogFrame.pendingSalt(salt), cipher)
    return isPending
  }

  private func hasTag(_ frame: RawSpan, _ offset: Int64, _ salt: UInt64, _ cipher: PageCipher)
    -> Bool
  {
    let expected = LogFrame.tag(
      cipher: cipher, logSalt: salt, offset: offset, header: frame,
      pageTag: frame.extracting(layout.pageTag))
    return expected == frame.number64(at: LogFrame.frameTagOffset)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension MainFile {
  /// Seals the pages that a rollback after a crash has left empty: free ones, which the journal
  /// does not keep, in a file that had been cut already.
  ///
  /// Page 1, which is authentic, says how many pages there are. What cannot be written stays empty,
  /// and free.
  func fillRestoredPages() {
    let layout = layout
    let size = layout.byteCount
    let buffer = PageBuffer(count: size)
    var status = buffer.withMutableBytes { real.read(into: &$0, at: 0) }
    guard status == SQLITE_OK, let cipher = currentCipher(&status),
      buffer.withMutableBytes({ cipher.open(&$0, number: 1, domain: .database) })
    else { return }
    var fileSize: Int64 = 0
    guard real.size(&fileSize) == SQLITE_OK else { return }
    let count = min(buffer.bytes.number32(at: 28), layout.pageCount(in: fileSize))
    guard count > pageCountBeforeWriting else { return }
    let zeros = PageBuffer(count: size)
    let start = max(2, pageCountBeforeWriting)
    for number in start...max(start, count) where number != layout.lockBytePage {
      let offset = layout.offset(of: number)
      guard buffer.withMutableBytes({ real.read(into: &$0, at: offset) }) == SQLITE_OK else {
        return
      }
      guard buffer.bytes.isZero else { continue }
      buffer.withMutableBytes {
        cipher.seal(zeros.bytes, number: number, domain: .database, into: &$0)
      }
      guard real.write(buffer.bytes, at: offset) == SQLITE_OK else { return }
    }
  }
}

extension RawSpan {
  /// Whether all bytes are zero; their number is a multiple of 8.
  fileprivate var isZero: Bool {
    stride(from: 0, to: byteCount, by: 8).allSatisfy { number64(at: $0) == 0 }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Secrets

/// Reads a file byte by byte through memory that is locked and wiped.
struct SecretReader: ~Copyable {
  /// As much as a terminal hands over at once.
  private static let chunkSize = 4096

  /// What reading a file gave.
  enum Reading: Equatable {
    case bytes
    case end
    case nothingYet
    case failure(CInt)
  }

  private var chunk = SecretBytes(count: chunkSize)
  private var unread = 0..<0

  /// Reads once from `file`; to be called when there is no byte left.
  mutating func fill(from file: CInt) -> Reading {
    while true {
      let count = chunk.withMutableBytes { bytes in
        unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
      }
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN: return .nothingYet
        default: return .failure(errno)
        }
      }
      unread = 0..<count
      return count > 0 ? .bytes : .end
    }
  }

  /// Takes the next byte, so that nothing stays behind where it was; nil when more must be read.
  mutating func next() -> UInt8? {
    guard let offset = unread.first else { return nil }
    unread = offset + 1..<unread.upperBound
    return chunk.withMutableBytes { bytes in
      let byte = bytes.bytes.byte(at: offset)
      bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
      return byte
    }
  }

  /// Forgets what has been read.
  mutating func discard() { while next() != nil {} }
}

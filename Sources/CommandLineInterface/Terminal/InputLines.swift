// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import KeychainRequests
internal import Secrets

/// The lines of standard input, read into memory that is locked and wiped.
///
/// Commands and the secrets between them come from the same stream, so one reader must serve both:
/// it keeps what it has read beyond a line.
package final class InputLines {
  /// Far more than a command or a password has; a stream without line ends must not fill the
  /// memory.
  private static let longestLine = 1 << 20

  let descriptor: CInt
  private var buffer = SecretBytes(count: 4096)
  private var unread = 0..<0

  package init(descriptor: CInt = STDIN_FILENO) { self.descriptor = descriptor }

  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// The next line without its end; nil after the last one.
  ///
  /// A last line needs no end. `wait` is called before each read; what it throws ends the reading.
  ///
  /// - Throws: ``CommandLineError`` with `invalidValue` when the stream cannot be read or a line is
  ///   too long, and what `wait` throws.
  package func next(
    wait: () throws(CommandLineError) -> Void = { () throws(CommandLineError) in }
  ) throws(CommandLineError) -> SharedSecret? {
    var line = SecretBytes(count: 256)
    var count = 0
    while true {
      if unread.isEmpty {
        try wait()
        guard try fill() else { return count > 0 ? Self.share(line, count) : nil }
      }
      let byte = takeByte()
      if byte == UInt8(ascii: "\n") { return Self.share(line, count) }
      if count == line.count {
        guard count < Self.longestLine else {
          throw CommandLineError(.invalidValue, "a line of standard input is longer than 1 MiB")
        }
        line = SecretBytes(joining: line, SecretBytes(count: line.count))
      }
      line.withMutableBytes { $0.storeBytes(of: byte, toByteOffset: count, as: UInt8.self) }
      count += 1
    }
  }

  /// Takes the next byte out of the buffer, so that nothing stays behind where it was.
  private func takeByte() -> UInt8 {
    let offset = unread.lowerBound
    unread.removeFirst()
    return buffer.withMutableBytes { bytes in
      let byte = bytes.bytes.byte(at: offset)
      bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
      return byte
    }
  }

  private static func share(_ line: borrowing SecretBytes, _ count: Int) -> SharedSecret {
    line.withBytes { SharedSecret(copying: $0.extracting(..<count)) }
  }

  private func fill() throws(CommandLineError) -> Bool {
    while true {
      let descriptor = descriptor
      let count = buffer.withMutableBytes { bytes in
        unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandLineError(
          .invalidValue, "standard input cannot be read: \(unsafe String(cString: strerror(errno)))"
        )
      }
      unread = 0..<count
      return count > 0
    }
  }
}

extension Range<Int> {
  fileprivate mutating func removeFirst() { self = lowerBound + 1..<upperBound }
}

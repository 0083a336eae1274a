// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Secrets

/// A stream of bytes to a file, collected in memory that is locked and wiped, for a secret may be
/// among them.
package final class Output: ByteSink {
  private let descriptor: CInt
  private var buffer = SecretBytes(count: 4096)
  private var filled = 0
  /// What the system said to the first write that failed; everything after it is dropped.
  private var failure: CInt?

  package init(descriptor: CInt) { self.descriptor = descriptor }

  package static func standardOutput() -> Output { Output(descriptor: STDOUT_FILENO) }
  package static func standardError() -> Output { Output(descriptor: STDERR_FILENO) }

  package func write(_ byte: UInt8) {
    if filled == buffer.count { send() }
    let offset = filled
    buffer.withMutableBytes { $0.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
    filled += 1
  }

  /// Hands everything to the system.
  ///
  /// - Throws: ``CommandLineError`` with `outputFailed` when not all of it could be written since
  ///   the last call.
  package func flush() throws(CommandLineError) {
    send()
    guard let failure else { return }
    self.failure = nil
    let words = unsafe String(cString: strerror(failure))
    throw CommandLineError(.outputFailed, "the answer could not be written: \(words)")
  }

  private func send() {
    var sent = 0
    while sent < filled, failure == nil {
      let count = buffer.withBytes { bytes in
        unsafe bytes.extracting(sent..<filled).withUnsafeBytes {
          unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
      }
      if count < 0, errno != EINTR { failure = errno }
      sent += max(count, 0)
    }
    filled = 0
    buffer.withMutableBytes { bytes in
      for offset in 0..<bytes.byteCount {
        bytes.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
      }
    }
  }
}

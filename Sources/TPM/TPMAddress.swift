// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Where a TPM is found, written as tpm2-tss writes it: `device:PATH` or `swtpm:path=SOCKET`.
///
/// Its other transports are not offered: the kernel's resource manager shares a device among
/// programs, and our own transport alone keeps a time limit.
package enum TPMAddress: Equatable, Sendable, CustomStringConvertible {
  /// A device; `/dev/tpmrm0` is the first TPM, shared by the kernel's resource manager.
  case device(String)
  /// The Unix socket on which the program `swtpm` answers, for tests.
  case software(socket: String)

  package static let standard = TPMAddress.device("/dev/tpmrm0")

  /// Reads what ``description`` writes.
  package init(_ text: String) throws(TPMError) {
    if let path = Self.rest(of: text, after: "device:") {
      self = .device(path)
    } else if let path = Self.rest(of: text, after: "swtpm:path=") {
      self = .software(socket: path)
    } else {
      throw TPMError(
        .malformedAddress,
        "«\(text)» names no TPM; write device:/dev/tpmrm0, or swtpm:path=SOCKET for a software TPM")
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
    return String(text.dropFirst(prefix.count))
  }

  package var description: String {
    switch self {
    case .device(let path): "device:\(path)"
    case .software(let socket): "swtpm:path=\(socket)"
    }
  }

  var isSocket: Bool {
    if case .software = self { true } else { false }
  }

  /// Opens it for reading and writing without blocking.
  func open(within limit: Duration) throws(TPMError) -> CInt {
    switch self {
    case .device(let path):
      let file = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { throw Self.openingError(errno, path: path) }
      return file
    case .software(let socket): return try Self.connect(to: socket, within: limit)
    }
  }

  private static func connect(to path: String, within limit: Duration) throws(TPMError) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw TPMError(.malformedAddress, "the socket path \(path) is too long")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { throw openingError(errno, path: path) }
    // A connection waits as long as the queue of the other side is full.
    let (seconds, attoseconds) = limit.components
    var wait = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000) + 1)
    unsafe setsockopt(
      file, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    let status = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      let number = errno
      close(file)
      throw openingError(number, path: path)
    }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    return file
  }

  package static func openingError(_ number: CInt, path: String) -> TPMError {
    switch number {
    case ENOENT, ENXIO, ENODEV, ECONNREFUSED, ENOTDIR:
      TPMError(
        .deviceMissing,
        "there is no TPM at \(path): this machine has none, or it is switched off in the firmware's setup"
      )
    case EACCES, EPERM:
      TPMError(
        .permissionDenied,
        "this user may not use the TPM at \(path); add it to the group that may, «sudo usermod -aG tss USER» on most systems, and log in again"
      )
    case EBUSY:
      TPMError(
        .busy, "another program has \(path) to itself; use /dev/tpmrm0, which shares the TPM")
    case EAGAIN: TPMError(.timeLimit, "the TPM at \(path) is busy with other programs; try again")
    default: TPMError(.deviceMissing, "cannot open the TPM at \(path): \(words(number))")
    }
  }

  /// What the system calls an errno.
  static func words(_ number: CInt) -> String {
    unsafe strerror(number).map { unsafe String(cString: $0) } ?? "errno \(number)"
  }
}

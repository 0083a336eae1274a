// SPDX-License-Identifier: Apache-2.0

import Glibc

/// One end of a Unix socket, blocking, that carries TPM commands and answers: both begin with a
/// tag of two bytes and the size of the whole in four.
final class UnixSocket: Sendable {
  private let file: CInt

  private init(_ file: CInt) { self.file = file }

  deinit { close(file) }

  static func connected(to path: String) -> UnixSocket {
    let socket = UnixSocket(Glibc.socket(AF_UNIX, streamType, 0))
    let status = unsafe withAddress(path) { unsafe connect(socket.file, $0, $1) }
    precondition(status == 0, "cannot connect to \(path): errno \(errno)")
    return socket
  }

  static func listening(at path: String) -> UnixSocket {
    let socket = UnixSocket(Glibc.socket(AF_UNIX, streamType, 0))
    let status = unsafe withAddress(path) { unsafe bind(socket.file, $0, $1) }
    precondition(status == 0 && listen(socket.file, 16) == 0, "cannot listen: errno \(errno)")
    return socket
  }

  /// The next connection; nil when the socket was shut.
  func accept() -> UnixSocket? {
    let file = Glibc.accept(self.file, nil, nil)
    return file < 0 ? nil : UnixSocket(file)
  }

  /// Ends all waiting on it.
  func shut() { shutdown(file, CInt(SHUT_RDWR)) }

  /// A whole command or answer; nil at the end.
  func receive() -> [UInt8]? {
    guard let header = receive(10) else { return nil }
    let size = header[2..<6].reduce(0) { $0 << 8 | Int($1) }
    guard let rest = receive(size - 10) else { return nil }
    return header + rest
  }

  private func receive(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var chunk = [UInt8](repeating: 0, count: count - bytes.count)
      let got = unsafe recv(file, &chunk, chunk.count, 0)
      guard got > 0 else { return nil }
      bytes += chunk.prefix(got)
    }
    return bytes
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(file, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  private static let streamType = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: Array(path.utf8))
    }
    return unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

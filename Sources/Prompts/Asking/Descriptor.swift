// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// An open file that has one owner.
struct Descriptor: ~Copyable {
  let number: CInt

  init(takingOwnershipOf number: CInt) { self.number = number }

  /// Makes reading and writing return at once when there is nothing to read or no room.
  borrowing func neverBlock() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }

  /// Two connected ends that no program inherits.
  static func pipe() throws(PromptFailure) -> Pair { try pair { unsafe strongroom_pipe(&$0) } }

  /// Two ends of which each reads what the other writes.
  static func socketPair() throws(PromptFailure) -> Pair {
    try pair { unsafe strongroom_socket_pair(&$0) }
  }

  struct Pair: ~Copyable {
    /// Of a pipe, the end to read from.
    let first: Descriptor
    let second: Descriptor
  }

  private static func pair(
    _ make: (inout [CInt]) -> CInt
  ) throws(PromptFailure) -> Pair {
    var ends: [CInt] = [-1, -1]
    let error = make(&ends)
    guard error == 0 else {
      throw PromptFailure(
        .nobodyToAsk, "a person cannot be asked: \(SystemError.words(error)); close some files")
    }
    return Pair(
      first: Descriptor(takingOwnershipOf: ends[0]), second: Descriptor(takingOwnershipOf: ends[1]))
  }

  deinit { close(number) }
}

/// The system's words for its error numbers.
enum SystemError {
  static func words(_ number: CInt) -> String { unsafe String(cString: strerror(number)) }
}

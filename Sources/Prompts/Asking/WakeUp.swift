// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import Synchronization

/// A file that can be read once a question has been withdrawn, so that a wait for other files ends.
final class WakeUp: Sendable {
  private struct Ends: ~Copyable {
    let reading: Descriptor
    let writing: Descriptor
  }

  // The withdrawal keeps its listeners, and so this, but not the files.
  private let ends: Mutex<Ends?>
  let descriptor: CInt

  init(_ withdrawal: Withdrawal) throws(PromptFailure) {
    let pair = try Descriptor.pipe()
    descriptor = pair.first.number
    ends = Mutex(Self.ends(pair))
    withdrawal.onWithdrawal { [self] in
      ends.withLock { ends in
        var byte: UInt8 = 1
        switch ends {
        case .some(let ends): _ = unsafe write(ends.writing.number, &byte, 1)
        case .none: break
        }
      }
    }
  }

  private static func ends(_ pair: consuming Descriptor.Pair) -> Ends? {
    Ends(reading: pair.first, writing: pair.second)
  }

  /// Closes the files; a withdrawal is not heard any more.
  func end() { ends.withLock { $0 = nil } }
}

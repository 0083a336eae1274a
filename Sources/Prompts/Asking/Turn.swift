// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// One question at a time: a person can answer no more, and signals go to one place.
enum Turn {
  private static let isTaken = Atomic(false)
  private static let interval: CInt = 20

  /// Waits until no other thread asks.
  static func take(_ deadline: Deadline, _ wakeUp: WakeUp) throws(PromptFailure) {
    while !isTaken.compareExchange(
      expected: false, desired: true, ordering: .acquiringAndReleasing
    ).exchanged {
      guard deadline.milliseconds > 0 else {
        throw PromptFailure(
          .timedOut, "another question of this program was open for too long; answer it first")
      }
      var waiting = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&waiting, 1, min(interval, deadline.milliseconds)) > 0 {
        throw .withdrawn
      }
    }
  }

  static func giveBack() { isTaken.store(false, ordering: .releasing) }
}

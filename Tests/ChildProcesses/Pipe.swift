// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A pipe whose ends no other child inherits.
enum Pipe {
  static func make() -> (reading: CInt, writing: CInt) {
    // A child that was killed must not take the test along when it is written to.
    signal(SIGPIPE, SIG_IGN)
    var ends: [CInt] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { fatalError("no pipe: errno \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

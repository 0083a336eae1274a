// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How long something took, on the wall and in the processors, in seconds.
struct Elapsed: Encodable {
  var wall: Double
  var cpu: Double
}

/// Takes the time.
enum Stopwatch {
  /// Seconds on the wall that `body` takes.
  static func wall(_ body: () throws -> Void) rethrows -> Double {
    let start = now(CLOCK_MONOTONIC)
    try body()
    return now(CLOCK_MONOTONIC) - start
  }

  /// The time that `body` takes, all threads of this process together.
  static func measure(_ body: () throws -> Void) rethrows -> Elapsed {
    let cpu = now(CLOCK_PROCESS_CPUTIME_ID)
    let wall = try wall(body)
    return Elapsed(wall: wall, cpu: now(CLOCK_PROCESS_CPUTIME_ID) - cpu)
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

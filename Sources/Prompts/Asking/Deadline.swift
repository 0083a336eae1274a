// SPDX-License-Identifier: Apache-2.0

/// The moment when a question is over.
struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  init(after limit: Duration) {
    end = .now.advanced(by: min(max(limit, .zero), PassphraseQuestion.longestTimeLimit))
  }

  var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: end)) }

  /// What `poll` takes; at least one until the end has come.
  var milliseconds: CInt {
    let (seconds, attoseconds) = remaining.components
    // An hour at most, so it fits.
    return CInt(seconds) * 1000 + CInt((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

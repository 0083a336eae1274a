// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension Connection {
  /// Runs `body`, again and again for as long as others hold a lock that it needs.
  ///
  /// SQLite waits for most locks itself, as long as the connection's busy timeout says, but not for
  /// that of a change of the journal mode: where several make a file at once, each could wait for
  /// the other. Who fails lets go and tries again.
  ///
  /// - Parameter patience: how long to try; what is under way then is the last.
  /// - Throws: what `body` throws, `busy` at the end of the patience alone.
  package static func waiting<R>(
    _ patience: Duration, _ body: () throws(SQLiteError) -> R
  ) throws(SQLiteError) -> R {
    let end = ContinuousClock.now + patience
    while true {
      do throws(SQLiteError) {
        return try body()
      } catch {
        guard .busy ~= error.code, ContinuousClock.now < end else { throw error }
      }
      usleep(2000)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SQLite

/// When to try to empty the log next.
struct LogAttempt {
  /// The size at which to wait for readers a little.
  var patientSize: Int64 = ObjectStore.logLimit
  /// How many commits to let pass before the next try without waiting.
  var pause = 0
}

// SQLite begins its log anew once all of it is in the file and nobody reads from it; a reader that
// shows even the newest version keeps it from that. Where there is always one, and each only for a
// moment, the log would grow for ever: whoever commits to a log that has outgrown the limit waits
// for the moment in which there is none.
extension ObjectStore {
  /// The size that a log may have in bytes.
  ///
  /// Beyond are the transaction that goes over it, and what is written while somebody reads an old
  /// version.
  package static let logLimit: Int64 = 8 << 20
  /// What is written between two tries that wait, in bytes.
  private static let step: Int64 = 1 << 20
  /// How many milliseconds such a try waits.
  private static let patience = 10
  /// How many commits lie between two tries that do not wait.
  private static let commitsBetween = 16

  /// Empties the log, after a commit, where it has outgrown its limit and nobody reads from it.
  package func boundLog(of path: String) {
    var information = stat()
    guard unsafe stat(path + "-wal", &information) == 0 else { return }
    let size = Int64(information.st_size)
    guard size > Self.logLimit else {
      logAttempt = LogAttempt()
      return
    }
    let isPatient = size >= logAttempt.patientSize
    guard isPatient || logAttempt.pause == 0 else {
      logAttempt.pause -= 1
      return
    }
    if isEmptyingLog(waiting: isPatient ? Self.patience : 0) {
      logAttempt = LogAttempt()
    } else {
      logAttempt.pause = Self.commitsBetween
      if isPatient { logAttempt.patientSize = size + Self.step }
    }
  }

  /// Empties the log unless somebody reads from it.
  ///
  /// - Returns: whether it is empty; a failure is that of the next commit.
  private func isEmptyingLog(waiting milliseconds: Int) -> Bool {
    do throws(SQLiteError) {
      let patience = try connection.number("PRAGMA busy_timeout") ?? 0
      try connection.execute("PRAGMA busy_timeout = \(milliseconds)")
      defer { try? connection.execute("PRAGMA busy_timeout = \(patience)") }
      return try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
    } catch {
      return false
    }
  }
}

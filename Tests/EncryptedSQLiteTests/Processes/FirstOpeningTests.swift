// SPDX-License-Identifier: Apache-2.0

import Dispatch
import EncryptedSQLite
import SQLite
import Synchronization
import Testing

@Suite("A file that several make at once")
struct FirstOpeningTests {
  // Trap: SQLite does not wait for a lock while the journal mode changes, since both could wait.
  @Test("opens for each of them", arguments: [DatabaseOptions.JournalMode.wal, .delete])
  func race(_ mode: DatabaseOptions.JournalMode) {
    let failures = Mutex<[String]>([])
    for _ in 0..<20 {
      let database = TestDatabase()
      DispatchQueue.concurrentPerform(iterations: 6) { number in
        do {
          let connection = try database.open(mode, busyTimeout: 10_000)
          try connection.execute(
            "CREATE TABLE IF NOT EXISTS t(x); INSERT INTO t VALUES (\(number))")
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }
}

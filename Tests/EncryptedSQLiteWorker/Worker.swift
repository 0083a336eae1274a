// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Glibc
import SQLite
import Secrets

/// What tests of EncryptedSQLite need another process for: to be killed, to run out of disk, to be
/// somebody else.
///
/// Prints one line a result. Everything it prints about an error starts with the name of its code.
@main
struct Worker {
  let path: String
  let key: [UInt8]
  let arguments: [String]

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4 else {
      fatalError("usage: EncryptedSQLiteWorker COMMAND PATH KEY-IN-HEX …")
    }
    let worker = Worker(
      path: arguments[2], key: bytes(ofHex: arguments[3]), arguments: Array(arguments[4...]))
    switch arguments[1] {
    case "write": worker.write()
    case "share": worker.share()
    case "attest": worker.attest()
    case "fill": worker.fillUntilFull()
    case "open": worker.openAsNobody()
    case "fork": worker.useAfterFork()
    case "rekey", "encrypt", "backup", "smallDisk": worker.copy(arguments[1])
    default: fatalError("no command \(arguments[1])")
    }
  }

  func open(_ options: DatabaseOptions) throws(EncryptedSQLiteError) -> Connection {
    try EncryptedDatabase.open(at: path, key: DatabaseKey(copying: key.rawBytes), options: options)
  }

  /// `write MODE WRITER CACHE SYNCHRONOUS [PAGE-SIZE]`: commits numbered transactions until killed,
  /// and prints each number once it is committed.
  ///
  /// One transaction changes one row of `state` and a hundred of `body`, all to the same number, so
  /// that half of one can be seen; now and then a checkpoint, a rollback, or a savepoint.
  func write() {
    guard let mode = DatabaseOptions.JournalMode(rawValue: arguments[0]),
      let writer = Int64(arguments[1]),
      let cache = Int(arguments[2]),
      let synchronous = DatabaseOptions.Synchronous(rawValue: arguments[3])
    else { fatalError("usage: write MODE WRITER CACHE SYNCHRONOUS [PAGE-SIZE]") }
    do {
      var options = DatabaseOptions(
        journalMode: mode, synchronous: synchronous, cacheByteCount: cache, busyTimeout: 60_000,
        reportDamage: { say("damage: \($0.reason)") })
      if arguments.count > 4, let size = Int(arguments[4]) { options.pageSize = size }
      let connection = try open(options)
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS state(writer INTEGER PRIMARY KEY, number INTEGER);
        CREATE TABLE IF NOT EXISTS body(writer INTEGER, item INTEGER, number INTEGER, filler BLOB, PRIMARY KEY(writer, item));
        """)
      let last = try connection.prepare(
        "SELECT coalesce(max(number), 0) FROM state WHERE writer=?1")
      try last.bind(writer, at: 1)
      _ = try last.step()
      var number = last.integer(at: 0)
      last.reset()
      while true {
        number += 1
        try connection.execute("BEGIN IMMEDIATE")
        if number % 5 == 0 {
          try change(connection, writer, -1)
          try connection.execute("ROLLBACK; BEGIN IMMEDIATE")
        }
        if number % 3 == 0 {
          try connection.execute("SAVEPOINT s")
          try change(connection, writer, -2)
          try connection.execute("ROLLBACK TO s")
        }
        try change(connection, writer, number)
        try connection.execute("COMMIT")
        say("\(number)")
        if number % 7 == 0 {
          try connection.execute(
            "PRAGMA wal_checkpoint(\(number % 2 == 0 ? "PASSIVE" : "TRUNCATE"))")
        }
      }
    } catch {
      say("error: \(error)")
      exit(1)
    }
  }

  func change(_ connection: Connection, _ writer: Int64, _ number: Int64)
    throws(SQLiteError)
  {
    let state = try connection.prepare("INSERT OR REPLACE INTO state VALUES(?1, ?2)")
    try state.bind(writer, at: 1)
    try state.bind(number, at: 2)
    try state.run()
    let body = try connection.prepare(
      "INSERT OR REPLACE INTO body VALUES(?1, ?2, ?3, randomblob(200 + abs(random()) % 2000))")
    for item in 0..<100 {
      try body.bind(writer, at: 1)
      try body.bind(item, at: 2)
      try body.bind(number, at: 3)
      try body.run()
    }
  }

  /// `fill MODE BYTES`: inserts until a file may not grow further, then shows that what was there
  /// still is.
  func fillUntilFull() {
    guard let mode = DatabaseOptions.JournalMode(rawValue: arguments[0]),
      let bytes = UInt(arguments[1])
    else {
      fatalError("usage: fill MODE BYTES")
    }
    if bytes > 0 {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      guard unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0 else {
        fatalError("no RLIMIT_FSIZE")
      }
    }
    do {
      let connection = try open(
        DatabaseOptions(journalMode: mode, synchronous: .off, cacheByteCount: 100_000))
      try connection.execute("CREATE TABLE t(x)")
      var rows: Int64 = 0
      do throws(SQLiteError) {
        while true {
          try connection.execute("INSERT INTO t VALUES(randomblob(20000))")
          rows += 1
        }
      } catch {
        say("\((error.underlying as? EncryptedSQLiteError).map { name($0.code) } ?? "none")")
      }
      if connection.isInTransaction { try connection.execute("ROLLBACK") }
      let count = try connection.prepare("SELECT count(*) FROM t")
      _ = try count.step()
      say(count.integer(at: 0) == rows ? "kept" : "lost")
      count.reset()
      let check = try connection.prepare("PRAGMA integrity_check")
      _ = try check.step()
      say(check.text(at: 0))
    } catch {
      say("error: \(error)")
    }
  }

  /// `open readOnly|readWrite|readWriteCreate`: opens and reads as a user without rights.
  func openAsNobody() {
    guard setgid(65534) == 0, setuid(65534) == 0 || getuid() != 0 else {
      fatalError("cannot become nobody")
    }
    let access: Connection.Access =
      switch arguments[0] {
      case "readOnly": .readOnly
      case "readWrite": .readWrite
      default: .readWriteCreate
      }
    do throws(EncryptedSQLiteError) {
      _ = try open(DatabaseOptions(access: access))
      say("opened")
    } catch {
      say(name(error.code))
    }
  }

  /// `fork`: opens, forks, and uses the connection in the child, then in the parent.
  func useAfterFork() {
    do {
      let connection = try open(DatabaseOptions(synchronous: .off))
      try connection.execute("CREATE TABLE IF NOT EXISTS t(x); INSERT INTO t VALUES(1)")
      let child = forkProcess()
      let role = child == 0 ? "child" : "parent"
      if child != 0 { waitpid(child, nil, 0) }
      for sql in ["SELECT count(*) FROM t", "INSERT INTO t VALUES(2)"] {
        do throws(SQLiteError) {
          try connection.execute(sql)
          say("\(role): done")
        } catch {
          say(
            "\(role): \((error.underlying as? EncryptedSQLiteError).map { name($0.code) } ?? "\(error)")"
          )
        }
      }
      if child == 0 {
        try? connection.close()
        // A connection of its own works.
        let own = try open(DatabaseOptions(synchronous: .off))
        try own.execute("INSERT INTO t VALUES(3)")
        say("child: opened again")
        exit(0)
      }
    } catch {
      say("error: \(error)")
    }
  }
}

/// `fork`, which Swift does not import: a child may only do what one thread can.
func forkProcess() -> pid_t {
  let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)
  return fork()
}

func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = unsafe bytes.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

func name(_ code: EncryptedSQLiteError.Code) -> String {
  switch code {
  case .diskFull: "diskFull"
  case .permissionDenied: "permissionDenied"
  case .notFound: "notFound"
  case .wrongProcess: "wrongProcess"
  case .inputOutput: "inputOutput"
  case .wrongKey: "wrongKey"
  case .damaged: "damaged"
  case .busy: "busy"
  case .targetExists: "targetExists"
  case .replaced: "replaced"
  default: "other"
  }
}

func bytes(ofHex hex: String) -> [UInt8] {
  let digits = Array(hex.utf8).map { UInt8($0 > 0x39 ? $0 - 0x57 : $0 - 0x30) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

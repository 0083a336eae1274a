// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Glibc
import RealmSwift

/// One row a writer: how many transactions it has committed.
class Writer: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var number: Int
  @Persisted var parts: List<Part>
}

/// What half of a transaction would show in.
class Part: Object {
  @Persisted var number: Int
  @Persisted var filler: Data
}

/// What tests of RealmSwift need another process for: to write beside the test, to be killed, to be
/// somebody else, to run out of disk.
///
/// With `plain` among the arguments the file is not encrypted, with `readOnly` it is not written.
/// Prints one line a result. What it prints about an error starts with the name of its code.
@main
struct Worker {
  static let key = Data((0..<64).map { UInt8($0) })

  static func main() {
    // The test's end of the pipe may go first.
    signal(SIGPIPE, SIG_DFL)
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { fatalError("usage: RealmSwiftWorker COMMAND PATH …") }
    let configuration = Realm.Configuration(
      fileURL: URL(fileURLWithPath: arguments[2]),
      encryptionKey: arguments.contains("plain") ? nil : key,
      readOnly: arguments.contains("readOnly"),
      objectTypes: [Writer.self, Part.self])
    do {
      switch arguments[1] {
      case "count": try count(configuration, writer: number(3), times: number(4))
      case "write": try write(configuration, writer: number(3))
      case "overwrite": try overwrite(configuration, times: number(3))
      case "step": try step(configuration, writer: number(3))
      case "read": try read(configuration)
      case "open": try open(configuration)
      case "fill": try fill(configuration)
      case "hold": try hold(configuration)
      case "compact": try compact(configuration)
      case "copy": try copy(configuration, to: arguments[3])
      case "migrate":
        try migrate(arguments[2], key: configuration.encryptionKey, kind: arguments[3])
      case "stay": try stay(arguments[2], key: configuration.encryptionKey, kind: arguments[3])
      case "cramp": try cramp(arguments[2], key: configuration.encryptionKey)
      case "grow": try grow(arguments[2], key: configuration.encryptionKey, count: number(3))
      default: fatalError("no command \(arguments[1])")
      }
    } catch let error as Realm.Error {
      say("\(error)")
    } catch {
      say("other: \(error)")
    }
  }

  static func number(_ place: Int) -> Int { Int(CommandLine.arguments[place])! }

  /// `count PATH WRITER TIMES`: counts the writer's row and a shared one up, in a transaction each.
  static func count(_ configuration: Realm.Configuration, writer: Int, times: Int) throws {
    let realm = try Realm(configuration: configuration)
    for _ in 0..<times {
      try realm.write {
        for id in [0, writer] {
          let row =
            realm.object(ofType: Writer.self, forPrimaryKey: id)
            ?? realm.create(Writer.self, value: ["id": id])
          row.number += 1
        }
      }
    }
    say("done")
  }

  /// `overwrite PATH TIMES`: writes 20,000 bytes over and over, in a transaction each; says so
  /// after every thousand.
  static func overwrite(_ configuration: Realm.Configuration, times: Int) throws {
    let realm = try Realm(configuration: configuration)
    for number in 1...times {
      try realm.write {
        let part = realm.objects(Part.self).first ?? realm.create(Part.self)
        part.filler = Data(repeating: UInt8(truncatingIfNeeded: number), count: 20_000)
        part.number = number
      }
      if number.isMultiple(of: 1000) { say("\(number)") }
    }
    say("done")
  }

  /// `step PATH WRITER`: for every line of input, counts the writer's row up in a transaction, and
  /// says when it was committed, in nanoseconds of the system's clock.
  static func step(_ configuration: Realm.Configuration, writer: Int) throws {
    let realm = try Realm(configuration: configuration)
    while readLine() != nil {
      try realm.write {
        let row =
          realm.object(ofType: Writer.self, forPrimaryKey: writer)
          ?? realm.create(Writer.self, value: ["id": writer])
        row.number += 1
      }
      say("\(DispatchTime.now().uptimeNanoseconds)")
    }
  }

  /// `write PATH WRITER`: commits numbered transactions until killed, and prints each number once
  /// it is committed.
  ///
  /// Each sets a row and its ten parts to the number.
  static func write(_ configuration: Realm.Configuration, writer: Int) throws {
    let realm = try Realm(configuration: configuration)
    while true {
      let number = try realm.write {
        let row =
          realm.object(ofType: Writer.self, forPrimaryKey: writer)
          ?? realm.create(Writer.self, value: ["id": writer])
        if row.parts.isEmpty { for _ in 0..<10 { row.parts.append(Part()) } }
        row.number += 1
        for part in row.parts {
          part.number = row.number
          part.filler = Data(repeating: UInt8(truncatingIfNeeded: row.number), count: 700)
        }
        return row.number
      }
      say("\(number)")
    }
  }

  /// `read PATH`: for every line of input, says whether what it reads is whole.
  static func read(_ configuration: Realm.Configuration) throws {
    let realm = try Realm(configuration: configuration)
    while readLine() != nil {
      realm.refresh()
      let shared = realm.object(ofType: Writer.self, forPrimaryKey: 0)?.number ?? 0
      let sum = realm.objects(Writer.self).filter { $0.id != 0 }.reduce(0) { $0 + $1.number }
      say(shared == sum ? "whole" : "torn: \(shared) and \(sum)")
    }
  }

  /// `open PATH`: opens and writes, or only reads, and says what comes of it.
  static func open(_ configuration: Realm.Configuration) throws {
    let realm = try Realm(configuration: configuration)
    if !configuration.readOnly {
      try realm.write { realm.add(Writer(value: ["id": 7]), update: .modified) }
    }
    say("opened, with \(realm.objects(Writer.self).count)")
  }

  /// `fill PATH`: writes more in one transaction than the file may hold, then less.
  static func fill(_ configuration: Realm.Configuration) throws {
    signal(SIGXFSZ, SIG_IGN)
    let realm = try Realm(configuration: configuration)
    try realm.write { realm.add(Writer(value: ["id": 1])) }
    var limit = rlimit(rlim_cur: 8 << 20, rlim_max: 8 << 20)
    guard setrlimit(__rlimit_resource_t(1), &limit) == 0 else { fatalError("no RLIMIT_FSIZE") }
    do {
      try realm.write {
        for id in 2..<200 {
          realm.add(Writer(value: ["id": id]))
          for _ in 0..<4 { realm.add(Part(value: ["filler": Data(count: 200_000)])) }
        }
      }
      say("no error")
    } catch let error as Realm.Error {
      say("\(error)")
    }
    say("\(realm.objects(Writer.self).count) and \(realm.objects(Part.self).count)")
    try realm.write { realm.add(Writer(value: ["id": 2])) }
    say("\(realm.objects(Writer.self).count)")
  }

  /// `hold PATH`: reads, says how many there are, and keeps the snapshot until the input ends.
  static func hold(_ configuration: Realm.Configuration) throws {
    let realm = try Realm(configuration: configuration)
    say("\(realm.objects(Part.self).count)")
    while readLine() != nil { say("\(realm.objects(Part.self).count)") }
  }

  /// `compact PATH`: has the file made compact, and says "begin" before.
  static func compact(_ configuration: Realm.Configuration) throws {
    var configuration = configuration
    configuration.shouldCompactOnLaunch = { total, used in
      say("begin")
      return true
    }
    let realm = try Realm(configuration: configuration)
    say("\(realm.objects(Part.self).count)")
  }

  /// `copy PATH TARGET`: says "begin" and writes a copy.
  static func copy(_ configuration: Realm.Configuration, to target: String) throws {
    let realm = try Realm(configuration: configuration)
    say("begin")
    try realm.writeCopy(toFile: URL(fileURLWithPath: target), encryptionKey: key)
    say("done")
  }

  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

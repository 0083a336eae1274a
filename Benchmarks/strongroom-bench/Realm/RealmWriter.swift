// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RealmSwift

/// Another process, which changes an object of a realm whenever it is told to.
final class RealmWriter {
  /// The argument by which this program knows that it is the other process.
  static let command = "realm-writer"

  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()

  /// Starts it on the realm at a path, of which it changes an object below `count`.
  init(_ path: String, count: Int) throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [Self.command, path, "\(count)"]
    process.standardInput = orders
    process.standardOutput = answers
    try process.run()
  }

  /// Has it commit, and says when it had, in nanoseconds of the system's clock.
  func commit() -> UInt64 {
    orders.fileHandleForWriting.write(Data("\n".utf8))
    let answer = answers.fileHandleForReading.readData(ofLength: MemoryLayout<UInt64>.size)
    precondition(answer.count == MemoryLayout<UInt64>.size, "the other process has gone")
    return answer.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  deinit {
    try? orders.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// What the other process does.
  static func run(_ arguments: [String]) throws {
    guard let count = Int(arguments[1]) else { exit(EX_USAGE) }
    let realm = try Realm(configuration: NotificationBenchmark.configuration(arguments[0]))
    while readLine() != nil {
      try change(realm, count)
      var time = DispatchTime.now().uptimeNanoseconds
      FileHandle.standardOutput.write(
        Data(
          (0..<MemoryLayout<UInt64>.size).map { _ in
            defer { time >>= 8 }
            return UInt8(truncatingIfNeeded: time)
          }))
    }
  }

  /// Changes one of the first `count` objects, of each class that has them.
  static func change(_ realm: Realm, _ count: Int) throws {
    try realm.write {
      let id = Int.random(in: 0..<count)
      realm.object(ofType: Record.self, forPrimaryKey: id)?.weight += 1
      realm.object(ofType: LinkedRecord.self, forPrimaryKey: id)?.weight += 1
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import Security

/// Finding items of the keychain in use.
struct ItemLookups {
  private let keychain: FilledKeychain
  private let path: String
  private let rounds: Int

  init(_ keychain: FilledKeychain, _ path: String, rounds: Int) {
    self.keychain = keychain
    self.path = path
    self.rounds = rounds
  }

  func rows() throws -> [Row] {
    try one() + afterCommits() + [list()] + wholeProcesses()
  }

  // MARK: One item

  private func one() -> [Row] {
    let queries = (0..<rounds).map { _ in
      let number = Int.random(in: 0..<keychain.count)
      return (number: number, query: FilledKeychain.query(number))
    }
    let wide = (0..<rounds).map { _ in
      FilledKeychain.query(Int.random(in: 0..<keychain.count), attributes: true)
    }
    // A program's first look-ups fill the page cache; what counts is what comes after.
    for _ in 0..<2 * rounds {
      _ = Self.find(FilledKeychain.query(Int.random(in: 0..<keychain.count)))
    }
    var call = Samples()
    var whole = Samples()
    var attributes = Samples()
    for (lookup, wide) in zip(queries, wide) {
      call.append(ItemRow.microseconds { Self.expectData(lookup.number, Self.find(lookup.query)) })
      let another = Int.random(in: 0..<keychain.count)
      whole.append(
        ItemRow.microseconds {
          Self.expectData(another, Self.find(FilledKeychain.query(another)))
        })
      attributes.append(ItemRow.microseconds { Self.expectAttributes(Self.find(wide)) })
    }
    return [
      ItemRow.make(
        "look up the data", keychain, call,
        target: .microseconds(keychain.count > 100_000 ? 30 : 25)),
      ItemRow.make("look up the data, with making the query", keychain, whole),
      ItemRow.make("look up data and attributes", keychain, attributes, target: .microseconds(40)),
    ]
  }

  /// At once, when this process has slept and the processor's caches hold the other's work, and in
  /// a process that is busy: what the commit alone costs.
  private func afterCommits() throws -> [Row] {
    let elsewhere = FilledKeychain(at: .memory, count: 10)
    let writer = try ForeignWriter(path)
    return [false, true].map { isBusy in
      var samples = Samples()
      for _ in 0..<max(20, rounds / 10) {
        writer.commit()
        if isBusy {
          elsewhere.use { for number in 0..<10 { _ = Self.find(FilledKeychain.query(number)) } }
        }
        let number = Int.random(in: 0..<keychain.count)
        let query = FilledKeychain.query(number)
        samples.append(ItemRow.microseconds { Self.expectData(number, Self.find(query)) })
      }
      return ItemRow.make(
        isBusy
          ? "look up the data after another process committed"
          : "the same at once, by a process that slept", keychain, samples,
        target: isBusy ? .microseconds(70) : nil)
    }.reversed()
  }

  // MARK: Many

  /// The attributes of ten thousand items, or of all where they are fewer.
  private func list() -> Row {
    let count = min(keychain.count, 10_000)
    let query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecReturnAttributes as String: true,
      kSecMatchLimit as String: count,
    ]
    var samples = Samples()
    let memory = PeakMemory.added {
      for _ in 0..<max(3, rounds / 200) {
        samples.append(
          ItemRow.milliseconds {
            let found = Self.find(query as CFDictionary)
            precondition((found as? NSArray)?.count == count || count == 1, "items are missing")
          })
      }
    }
    return ItemRow.make(
      "list the attributes of \(count)", keychain, samples, unit: "ms",
      target: count == 10_000 ? .milliseconds(150) : nil, memory: memory)
  }

  // MARK: The command

  /// The command, where it was built beside this program.
  private static var command: String? {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let path = folder.appending(path: "security").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  private func wholeProcesses() -> [Row] {
    guard let command = Self.command else { return [] }
    var samples = Samples()
    for _ in 0..<max(5, rounds / 20) {
      let number = Int.random(in: 0..<keychain.count)
      let arguments = [
        command, "find-generic-password", "-w", "-s", FilledKeychain.service(number), "-a",
        FilledKeychain.account(number),
      ]
      samples.append(
        ItemRow.milliseconds {
          let environment = ["STRONGROOM_KEYCHAIN=file:\(path)"]
          let isFound = WholeProcess.run(arguments, environment: environment)
          precondition(isFound, "the command does not find an item")
        })
    }
    return [
      ItemRow.make(
        "security find-generic-password -w, whole process", keychain, samples, unit: "ms",
        target: .milliseconds(6))
    ]
  }

  // MARK: Calls

  static func find(_ query: CFDictionary) -> CFTypeRef? {
    var result: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query, &result)
    precondition(status == errSecSuccess, "an item is not found: \(status)")
    return result
  }

  private static func expectData(_ number: Int, _ result: CFTypeRef?) {
    // The bridge to Data is part of what an app does; comparing lengths costs nothing.
    precondition((result as? Data)?.count == FilledKeychain.password(number).utf8.count)
  }

  private static func expectAttributes(_ result: CFTypeRef?) {
    precondition(result is NSDictionary)
  }
}

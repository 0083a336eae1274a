// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import Security

/// Adding items to the keychain in use, beside the least that anything durable costs.
struct ItemStores {
  private let keychain: FilledKeychain
  private let folder: BenchFolder
  private let path: String
  private let rounds: Int

  init(_ keychain: FilledKeychain, _ folder: BenchFolder, _ path: String, rounds: Int) {
    self.keychain = keychain
    self.folder = folder
    self.path = path
    self.rounds = rounds
  }

  func rows() throws -> [Row] {
    let alone = stores("store durably", hasTarget: true)
    let writer = try ForeignWriter(path, steadily: true)
    let disturbed = stores("store while another process commits", hasTarget: false)
    withExtendedLifetime(writer) {}
    return [alone, disturbed, writers()] + largeValue()
  }

  private func stores(_ work: String, hasTarget: Bool) -> Row {
    let append = DurableAppend(in: folder)
    var stores = Samples()
    var appends = Samples()
    for round in 0..<max(20, rounds / 5) {
      appends.append(ItemRow.microseconds { append.run() })
      stores.append(ItemRow.microseconds { FilledKeychain.add("\(work) \(round)") })
    }
    return ItemRow.make(
      work, keychain, stores,
      target: hasTarget ? .init("≤ 1.5 × fdatasync", 1.5 * appends.median) : nil,
      beside: .init(work: "fdatasync of 4 KiB", median: appends.median))
  }

  /// Stores of eight threads, against the same number by one.
  private func writers() -> Row {
    let threads = 8
    let each = max(5, rounds / 20)
    let one = Stopwatch.wall { for round in 0..<each { FilledKeychain.add("one \(round)") } }
    let all = Stopwatch.wall {
      let group = DispatchGroup()
      for thread in 0..<threads {
        group.enter()
        let connection = keychain.connection
        Thread.detachNewThread {
          KeychainInUse.$connection.withValue(connection) {
            for round in 0..<each { FilledKeychain.add("\(thread) of \(threads): \(round)") }
          }
          group.leave()
        }
      }
      group.wait()
    }
    let alone = Double(each) / one
    let together = Double(each * threads) / all
    return Row(
      work: "stores of 8 threads", subject: "\(keychain.count) items", unit: "stores/s",
      median: together, beside: .init(work: "one thread", median: alone), ratio: together / alone,
      target: "≥ 4 × one thread", ofTarget: 4 * alone / together, rounds: each)
  }

  // MARK: A large value

  /// A value of 1 MiB: added, and found up to the object that the call returns.
  private func largeValue() -> [Row] {
    let append = DurableAppend(in: folder)
    let value = Data((0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    var appends = Samples()
    var adds = Samples()
    var finds = Samples()
    func name(_ round: Int) -> String { "large \(round)" }
    let addMemory = PeakMemory.added {
      for round in 0..<max(5, rounds / 50) {
        appends.append(ItemRow.milliseconds { append.run() })
        adds.append(ItemRow.milliseconds { FilledKeychain.add(name(round), value) })
      }
    }
    let findMemory = PeakMemory.added {
      for round in 0..<adds.count {
        let query: [String: Any] = [
          kSecClass as String: kSecClassGenericPassword,
          kSecAttrService as String: FilledKeychain.added, kSecAttrAccount as String: name(round),
          kSecReturnData as String: true,
        ]
        finds.append(
          ItemRow.milliseconds {
            let found = ItemLookups.find(query as CFDictionary) as? NSData
            precondition(found?.length == value.count, "a large value is not whole")
          })
      }
    }
    let fdatasync = Row.Beside(work: "fdatasync of 4 KiB", median: appends.median)
    return [
      ItemRow.make(
        "add a value of 1 MiB", keychain, adds, unit: "ms",
        target: .init("≤ 5 ms + fdatasync", 5 + appends.median), beside: fdatasync,
        memory: addMemory),
      ItemRow.make(
        "find a value of 1 MiB", keychain, finds, unit: "ms", target: .milliseconds(5),
        memory: findMemory),
    ]
  }
}

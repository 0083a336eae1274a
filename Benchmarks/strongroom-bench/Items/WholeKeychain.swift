// SPDX-License-Identifier: Apache-2.0

import Foundation
import KeychainEngine
import Security

/// What is done to all of a keychain at once: filling it, changing and deleting everything.
struct WholeKeychain {
  let keychain: FilledKeychain
  /// The rows about making it.
  let filling: [Row]

  init(_ path: String, count: Int) throws {
    var keychain: FilledKeychain?
    var seconds = Samples()
    let memory = PeakMemory.added {
      seconds.append(
        Stopwatch.wall { keychain = FilledKeychain(at: .folder(path), count: count) })
    }
    guard let keychain else { preconditionFailure("a body that is called once was not called") }
    self.keychain = keychain
    filling = [
      ItemRow.make("fill, one transaction", keychain, seconds, unit: "s", memory: memory),
      try Self.size(of: keychain, at: path),
    ]
  }

  /// Changes and deletes; nothing of the keychain is left then.
  func rows() throws -> [Row] {
    keychain.use {
      let everything = [kSecClass as String: kSecClassGenericPassword] as CFDictionary
      return [
        row("change everything", target: nil) {
          SecItemUpdate(everything, [kSecAttrComment as String: "changed"] as CFDictionary)
        },
        row("delete everything", target: .init("≤ 30 s", 30)) { SecItemDelete(everything) },
      ]
    }
  }

  private func row(_ work: String, target: ItemRow.Target?, _ call: () -> OSStatus) -> Row {
    var seconds = Samples()
    let memory = PeakMemory.added {
      seconds.append(
        Stopwatch.wall {
          let status = call()
          precondition(status == errSecSuccess, "\(work) failed: \(status)")
        })
    }
    return ItemRow.make(work, keychain, seconds, unit: "s", target: target, memory: memory)
  }

  /// The bytes of its files but for the log, which is as long as its longest transaction.
  private static func size(of keychain: FilledKeychain, at path: String) throws -> Row {
    let bytes = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
      .reduce(0) { sum, name in
        let file = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return sum + ((file[.size] as? NSNumber)?.intValue ?? 0)
      }
    return ItemRow.make(
      "size on the disk", keychain, Samples([Double(bytes) / 1e6]), unit: "MB")
  }
}

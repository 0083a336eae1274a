// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Glibc
import Strongroom

/// A program for tests that need several processes on one keychain: does what each line of its
/// input says, and answers with one line.
///
/// `insert ACCOUNT`, `make NAME`, `find-or-make NAME`, `delete NAME`, `set ACCOUNT VALUE`, `find
/// ACCOUNT`; `add-item NAME` and `find-item NAME` for the key called NAME as code for Apple's
/// systems has it; `end`. The answer is `0`, the `OSStatus` of the failure, or a digest of the key,
/// for a key must not be printed even here.
@main
struct KeyringWorker {
  static func main() {
    let keychain = Keychain(service: "worker")
    while let line = readLine(), line != "end" {
      let words = line.split(separator: " ").map(String.init)
      do throws(KeychainError) {
        print(try answer(words, keychain, Keyring()))
      } catch {
        print(error.status)
      }
      // A pipe is buffered until it is full, and the answer is waited for.
      fflush(nil)
    }
  }

  private static func answer(
    _ words: [String], _ keychain: Keychain, _ keyring: Keyring
  ) throws(KeychainError) -> String {
    switch words[0] {
    case "insert": try keychain.insert("value", for: words[1])
    case "set": try keychain.set(words[2], for: words[1])
    case "find": return try keychain.find(words[1]) ?? "nil"
    case "make": try keyring.make(words[1])
    case "delete": try keyring.delete(words[1])
    case "find-or-make": return digest(try keyring.findOrMake(words[1]))
    case "add-item": return KeyItem(name: words[1]).add(.random())
    case "find-item":
      switch KeyItem(name: words[1]).find() {
      case .success(let key): return digest(key)
      case .failure(let error): throw error
      }
    default: preconditionFailure("no such word: \(words[0])")
    }
    return "0"
  }

  private static func digest(_ key: EncryptionKey) -> String {
    key.withBytes { SHA2.sha256($0) }.map { String($0, radix: 16) }.joined(separator: ".")
  }
}

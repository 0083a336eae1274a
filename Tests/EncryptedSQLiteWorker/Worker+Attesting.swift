// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Secrets

extension Worker {
  /// `attest COUNT`: attests the database so often, and prints each counter.
  func attest() {
    guard let count = arguments.first.flatMap({ Int($0) }) else {
      fatalError("usage: attest COUNT")
    }
    do throws(EncryptedSQLiteError) {
      for _ in 0..<count {
        let key = try DatabaseKey(copying: self.key.rawBytes)
        say("\(try EncryptedDatabase.attest(path, key: key).counter)")
      }
    } catch {
      say("error: \(name(error.code)): \(error.reason)")
    }
  }
}

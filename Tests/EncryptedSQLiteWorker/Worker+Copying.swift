// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import Glibc
import Secrets

extension Worker {
  /// `rekey NEW-KEY [LIMIT]`, `encrypt TARGET [LIMIT]`, `backup TARGET [LIMIT]`: one operation, in
  /// which no file may grow beyond the limit; `smallDisk TARGET`: a backup that says why it fails.
  func copy(_ command: String) {
    if arguments.count > 1, let bytes = UInt(arguments[1]) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      guard unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0 else {
        fatalError("no RLIMIT_FSIZE")
      }
    }
    do throws(EncryptedSQLiteError) {
      let key = try DatabaseKey(copying: self.key.rawBytes)
      switch command {
      case "rekey":
        let bytes = bytes(ofHex: arguments[0])
        try EncryptedDatabase.rekey(path, from: key, to: DatabaseKey(copying: bytes.rawBytes))
      case "encrypt": try EncryptedDatabase.encrypt(plainFile: path, to: arguments[0], key: key)
      default: try EncryptedDatabase.backUp(path, key: key, to: arguments[0])
      }
      say("done")
    } catch {
      say(command == "smallDisk" ? error.reason : name(error.code))
    }
  }
}

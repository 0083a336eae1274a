// SPDX-License-Identifier: Apache-2.0

import EncryptedSQLite
import FuzzDriver

let path = ScratchFile.database

func key() throws -> DatabaseKey { try DatabaseKey(copying: [UInt8](0..<64).span.bytes) }

/// What must be true of any answer, whatever the file is.
func check(_ info: DatabaseInfo, _ bytes: [UInt8]) {
  precondition(info.byteCount == Int64(bytes.count), "another size")
  precondition((info.kind == .empty) == bytes.isEmpty, "bytes that are nothing")
  precondition(info.kind != .encrypted || bytes.starts(with: "SRD\u{1}".utf8), "a foreign file")
  precondition((info.salt != nil) == (info.kind == .encrypted), "a salt from nowhere")
  if let size = info.pageByteCount {
    let whole = info.pageCount.map { $0 * Int64(size) } ?? -1
    precondition(whole + Int64(info.excessByteCount ?? -1) == info.byteCount, "lost bytes")
  }
}

// Any file at all, without and with a key. Input: the file.
fuzz { bytes in
  ScratchFile.write(bytes, to: path)
  do {
    let info = try EncryptedDatabase.info(at: path)
    check(info, bytes)
    let told = try EncryptedDatabase.info(at: path, key: key())
    check(told, bytes)
    precondition(told.kind == info.kind, "the key makes another file of it")
    precondition((told.isRightKey != nil) == (told.kind == .encrypted), "a key for no database")
  } catch {
    preconditionFailure("\(error)")
  }
}

// SPDX-License-Identifier: Apache-2.0

import FaultyFiles
import Glibc
import Testing

@testable import EncryptedSQLite

/// A file of the layer that fails when told to, without a database.
@safe
final class TestFile {
  let real: RealFile
  /// SQLite keeps the pointer.
  private let name: UnsafeMutablePointer<CChar>

  init(_ path: String, failing plan: FileWatch.Plan) throws {
    let layer = FaultyLayer.name
    unsafe real = RealFile(over: try #require(EncryptedVFS.layer(layer)))
    unsafe name = strdup(path)
    // Read, write, create; a temporary database.
    var granted: CInt = 0
    let status = FileWatch.$current.withValue(FileWatch(plan)) {
      unsafe real.open(name, flags: 0x2 | 0x4 | 0x200, outFlags: &granted)
    }
    try #require(status == 0)
  }

  deinit {
    _ = real.close()
    unsafe free(name)
  }
}

// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import SQLite
import TestFolders

/// What a fresh process finds in a keychain after a writer was killed.
struct Survivors {
  let path: String
  private let keychain: EngineHarness

  init(_ path: String) {
    self.path = path
    keychain = EngineHarness(.folder(path), groups: ["worker"])
  }

  /// The items called `names`, read whole.
  func contents(_ names: [String]) -> (items: WriterScript.Contents, failures: [Response]) {
    var items: WriterScript.Contents = [:]
    var failures: [Response] = []
    for name in names {
      let response = find(name)
      switch response.status {
      case .success: items[name] = response.texts.first
      case .itemNotFound: break
      default: failures.append(response)
      }
    }
    return (items, failures)
  }

  func find(_ name: String) -> Response {
    keychain.find([
      .itemClass(.genericPassword), Request.Entry(.account, .text(name)), .flag("r_Data"),
    ])
  }

  func add(_ name: String, _ text: String) -> Response {
    keychain.add([.itemClass(.genericPassword), Request.Entry(.account, .text(name)), .data(text)])
  }

  func delete(_ name: String) -> Response {
    keychain.delete([.itemClass(.genericPassword), Request.Entry(.account, .text(name))])
  }

  /// How many rows there are, sound or not; nil when the database contradicts itself.
  func soundRowCount() throws -> Int? {
    let database = try KeychainFiles(path: path).openDatabase()
    let check = try database.prepare("PRAGMA integrity_check")
    guard try check.step(), check.text(at: 0) == "ok" else { return nil }
    check.reset()
    let count = try database.prepare("SELECT count(*) FROM genp")
    guard try count.step() else { return nil }
    return Int(count.integer(at: 0))
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A folder of a test's own, gone when the test ends.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let path: String

  /// Makes the folder, or ends the test run.
  package init() {
    var template = Array("/tmp/strongroom-tests-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      fatalError("no temporary folder: errno \(errno)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path of the file called `name` in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in the folder, sorted.
  package var names: [String] { Folders.names(in: path) }

  deinit { Folders.remove(path) }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The executables of this package, which the build puts beside the tests that run.
package enum BuiltExecutable {
  /// The path of the executable called `name`.
  package static func path(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let runner = String(
      decoding: buffer[..<max(count, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = runner.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/\(name)"
    precondition(
      unsafe access(path, X_OK) == 0, "\(path) was not built; the test target must depend on it")
    return path
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The path of a program that somebody named in the environment.
enum ProgramPath {
  /// Returns `path` if it can be run as it stands: absolute, a file, executable.
  static func checked(_ path: String, namedBy variable: String) throws(PromptFailure) -> String {
    guard path.hasPrefix("/") else {
      throw PromptFailure(
        .programFailed, "\(variable) must be an absolute path, one that begins with /")
    }
    guard isExecutable(path) else {
      throw PromptFailure(
        .programFailed,
        "\(variable) names \(PromptText.clean(path)), which is no program that can be run here")
    }
    return path
  }

  static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return unsafe access(path, X_OK) == 0
  }
}

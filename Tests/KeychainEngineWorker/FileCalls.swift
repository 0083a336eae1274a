// SPDX-License-Identifier: Apache-2.0

import CFileCalls

/// Has the process die, or its calls fail, at a given one of those that change files.
enum FileCalls {
  static func dieAt(_ number: Int) -> String {
    file_calls_die_at(number)
    return "0"
  }

  static func failFrom(_ number: Int, error: Int) -> String {
    file_calls_fail_from(number, CInt(error))
    return "0"
  }

  static var count: String { "\(file_calls_count())" }
}

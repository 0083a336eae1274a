// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Null-terminated lists of C strings, as a new process takes its arguments and its environment.
enum CStrings {
  static func with<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe pointers.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else {
        preconditionFailure("a list with an end is empty")
      }
      return unsafe body(start)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Null-terminated lists of C strings, as a new process takes its arguments and its environment.
enum CStrings {
  static func with<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
  }
}

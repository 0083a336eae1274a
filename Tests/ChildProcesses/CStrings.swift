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

  /// This process's variables and `more`, without those that choose a keychain.
  static func environment(adding more: [String: String]) -> [String] {
    var variables: [String] = []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      variables.append(unsafe String(cString: variable))
      unsafe next += 1
    }
    // A crash handler that outlives its process would hold the output open.
    return variables.filter { !$0.hasPrefix("STRONGROOM_") && !$0.hasPrefix("SWIFT_BACKTRACE=") }
      + ["SWIFT_BACKTRACE=enable=no"] + more.map { "\($0.key)=\($0.value)" }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// How the functions about access controls say what is wrong.
enum AccessControlFailure {
  /// Puts an error with the code `status` where the caller wants one; the caller releases it.
  static func report(
    _ status: OSStatus, _ reason: String, to error: UnsafeMutablePointer<Unmanaged<CFError>?>?
  ) {
    guard let error = unsafe error else { return }
    unsafe error.pointee = Unmanaged.passRetained(
      NSError(
        domain: NSOSStatusErrorDomain, code: Int(status),
        userInfo: [NSLocalizedDescriptionKey: reason]))
  }
}

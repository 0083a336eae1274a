// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Secrets

typealias Flags = AccessControl.Flags

/// Entries of requests about items with conditions.
extension Request.Entry {
  static func conditions(_ flags: Flags, _ protection: String = "ak") throws -> Self {
    .conditions(try AccessControl(protection: protection, flags: flags))
  }

  static func conditions(_ control: AccessControl) -> Self {
    .entry("accc", .accessControl(control))
  }

  static func context(_ context: AuthenticationContext) -> Self {
    .entry("u_AuthCtx", .authenticationContext(context))
  }

  static func password(_ text: String) -> Self {
    .context(AuthenticationContext(applicationPassword: .text(text)))
  }

  static let genp = itemClass(.genericPassword)
  static let all = entry("m_Limit", .text("m_LimitAll"))
  static let failingUI = entry("u_AuthUI", .text("u_AuthUIF"))
  static let skippingUI = entry("u_AuthUI", .text("u_AuthUIS"))

  static func account(_ name: String) -> Self { .entry("acct", .text(name)) }
}

extension SharedSecret {
  static func text(_ text: String) -> SharedSecret {
    SharedSecret(copying: Array(text.utf8).rawBytes)
  }
}

extension EngineHarness {
  /// Adds a password `account` with the secret «secret of `account`».
  func add(_ account: String, _ entries: Request.Entry...) -> Status {
    add([.genp, .account(account), .data("secret of \(account)")] + entries).status
  }

  func read(_ account: String, _ entries: Request.Entry...) -> Response {
    find([.genp, .account(account), .flag("r_Data")] + entries)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What the access control of an item may be.
enum AccessControlRules {
  /// - Throws: `errSecParam` for anything but an access control that an item can have.
  static func convert(_ value: Request.Value) throws(KeychainEngineError) -> AccessControl {
    guard case .accessControl(let control) = value else {
      throw KeychainEngineError(
        .param,
        "kSecAttrAccessControl takes what SecAccessControlCreateWithFlags made, not \(value.typeName)"
      )
    }
    guard ProtectionClass(rawValue: control.protection) != nil else {
      throw KeychainEngineError(
        .param, "the protection of the access control is one that no item can have")
    }
    return control
  }

  /// Both the accessibility and the access control of a dictionary are fine when they say the same,
  /// as those of a returned dictionary do.
  ///
  /// - Throws: `errSecParam` when they do not.
  static func check(
    _ control: AccessControl, beside attributes: [AttributeKey: AttributeValue]
  ) throws(KeychainEngineError) {
    guard let accessible = attributes[.accessible] else { return }
    guard control.isUnconstrained, accessible == .text(control.protection) else {
      throw KeychainEngineError(
        .param,
        "kSecAttrAccessible and kSecAttrAccessControl contradict each other; give the access control alone"
      )
    }
  }

  /// Makes of `control` what an item is stored with; nil where it demands nothing beyond its
  /// protection class.
  ///
  /// - Throws: `errSecAuthFailed` where it demands what the device does not have,
  ///   `errSecUnimplemented` for keys that are used and never read.
  static func bind(
    _ control: AccessControl, authenticator: any Authenticator
  ) throws(KeychainEngineError) -> AccessControl? {
    if control.isUnconstrained { return nil }
    let bound = control.bound(to: authenticator.biometryState)
    for demand in bound.demands {
      do throws(AuthenticationFailure) {
        try authenticator.checkExistence(of: demand)
      } catch {
        throw AccessFailure.error(for: error)
      }
    }
    guard !bound.isForUseOnly else {
      throw KeychainEngineError(
        .unimplemented, "private keys that are used and never read are not part of this version")
    }
    return bound
  }
}

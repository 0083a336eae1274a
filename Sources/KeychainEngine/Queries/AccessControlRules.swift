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

  /// Decides whether an item with `attributes` can be kept as `control` demands.
  ///
  /// - Throws: `errSecParam` for a synchronizable item with conditions, `errSecAuthFailed` where
  ///   somebody would have to authenticate and nobody can, `errSecInteractionNotAllowed` where
  ///   nobody may be asked, `errSecUnimplemented` for keys that are used and never read.
  static func checkStoring(
    _ control: AccessControl, in attributes: [AttributeKey: AttributeValue],
    forbidsInteraction: Bool
  ) throws(KeychainEngineError) {
    if control.isUnconstrained { return }
    if let flag = attributes[.synchronizable], !Predicate.equal(flag, .integer(0)) {
      throw KeychainEngineError(
        .param, "a synchronizable item cannot have an access control with conditions")
    }
    if control.needsPerson, forbidsInteraction {
      throw KeychainEngineError(
        .interactionNotAllowed,
        "the access control needs a person, and the call forbids to ask one")
    }
    if control.needsPerson {
      throw KeychainEngineError(
        .authFailed,
        "the access control needs a person to authenticate, and this keychain has no passcode to do it with; leave the flags out, or protect the item otherwise"
      )
    }
    throw KeychainEngineError(
      .unimplemented, "private keys that are used and never read are not part of this version")
  }
}

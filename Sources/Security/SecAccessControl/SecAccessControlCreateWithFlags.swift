// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Foundation
internal import KeychainRequests

/// Makes an access control, for the attribute ``kSecAttrAccessControl`` of an item.
///
/// - Parameters:
///   - allocator: Not used; pass nil or ``kCFAllocatorDefault``.
///   - protection: When the item can be read: one of the `kSecAttrAccessible…` constants.
///   - flags: What is demanded beyond that. ``SecAccessControlCreateFlags/or`` and
///     ``SecAccessControlCreateFlags/and`` exclude each other, so do the two kinds of biometry, and
///     ``SecAccessControlCreateFlags/userPresence`` goes with
///     ``SecAccessControlCreateFlags/applicationPassword`` and
///     ``SecAccessControlCreateFlags/privateKeyUsage`` only.
///   - error: Where to put what is wrong when the result is nil: an error of the domain
///     `NSOSStatusErrorDomain` with the code ``errSecParam``, to be released by the caller.
/// - Returns: The access control, or nil.
///
/// ## On Linux
///
/// The object can be made from any flags. An item with one that asks for what the device does not
/// have, such as a passcode in a keychain without a passphrase, is refused with
/// ``errSecAuthFailed``, and one for private keys with ``errSecUnimplemented``: nothing is stored
/// that would be protected less than was asked for. The keychain itself sees to it that the person
/// is asked; the application's password alone is part of the item's key.
public func SecAccessControlCreateWithFlags(
  _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  guard let name = protection as? NSString as String? else {
    unsafe AccessControlFailure.report(
      errSecParam, "the protection must be one of the kSecAttrAccessible… constants", to: error)
    return nil
  }
  do throws(AccessControl.InvalidFlags) {
    return SecAccessControl(
      try AccessControl(protection: name, flags: AccessControl.Flags(rawValue: flags.rawValue)))
  } catch let invalid {
    unsafe AccessControlFailure.report(errSecParam, invalid.reason, to: error)
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
internal import KeychainRequests

// MARK: Access controls as bytes, which Apple keeps for itself.

/// Returns the bytes of an access control, from which
/// ``SecAccessControlCreateFromData(_:_:_:)`` makes an equal one.
///
/// ## On Linux
///
/// The form is DER, as at Apple, and the names in it are this library's own.
public func SecAccessControlCopyData(_ access_control: SecAccessControl) -> CFData? {
  Data(access_control.content.encoded) as CFData
}

/// Makes an access control from its bytes.
///
/// - Parameters:
///   - allocator: Not used; pass nil or ``kCFAllocatorDefault``.
///   - data: What ``SecAccessControlCopyData(_:)`` returned.
///   - error: Where to put an error of the domain `NSOSStatusErrorDomain` with the code
///     ``errSecDecode`` when the bytes are others, also when bytes follow.
/// - Returns: The access control, or nil.
public func SecAccessControlCreateFromData(
  _ allocator: CFAllocator?, _ data: CFData, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
  do throws(DecodingError) {
    return SecAccessControl(try AccessControl(encoded: Array(data as Data)))
  } catch let damage {
    unsafe AccessControlFailure.report(
      errSecDecode, "these are not the bytes of an access control: \(damage.reason)", to: error)
    return nil
  }
}

/// Returns the protection that the access control was made with, one of the `kSecAttrAccessible…`
/// constants.
public func SecAccessControlGetProtection(_ access_control: SecAccessControl) -> CFTypeRef {
  access_control.content.protection as CFString
}

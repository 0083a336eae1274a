// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import KeychainClient
internal import KeychainRequests
internal import ProgramIdentity

/// Adds an item to the keychain.
///
/// The item is on disk when the call returns ``errSecSuccess``. Use ``SecItemUpdate(_:_:)`` for an
/// item that is there.
///
/// - Parameters:
///   - attributes: The class (``kSecClass``), the attributes, the secret (``kSecValueData``), and
///     with `kSecReturn…` what to get back.
///   - result: Where to put what was asked for. Untouched when the call fails; nil when nothing is
///     wanted.
/// - Returns: ``errSecSuccess``; ``errSecDuplicateItem`` if an item with the same identifying
///   attributes is there; ``errSecAuthFailed`` for an access control that asks for what the device
///   does not have, such as a passcode; ``errSecMissingEntitlement`` for an access group that is
///   not the program's; ``errSecNoSuchAttr``, ``errSecNoSuchClass`` or ``errSecParam`` for a
///   dictionary that cannot be understood; ``errSecNotAvailable`` without a keychain.
///
/// ## On Linux
///
/// Match keys and a synchronizable item that may not leave the device are refused with
/// ``errSecParam``; Apple's call reports success and stores nothing, or never sends the item. A
/// password of the application that an access control needs must be in the `LAContext` of the call;
/// without one it is ``errSecInteractionNotAllowed``.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{
  unsafe execute(Request(.add, attributes), result)
}

/// Finds items and returns what was asked for of them.
///
/// - Parameters:
///   - query: The class, the attributes that the items must have, with `kSecReturn…` what to get
///     back, and with ``kSecMatchLimit`` how many; one, if nothing is said.
///   - result: Where to put it: the data, a dictionary or a reference, or an array of these where
///     the limit is not one. Untouched when the call fails.
/// - Returns: ``errSecSuccess``; ``errSecItemNotFound`` if nothing fits;
///   ``errSecInteractionNotAllowed`` if the keychain is locked, or somebody would have to be asked
///   and may not be; ``errSecUserCanceled`` or ``errSecAuthFailed`` if the person that an item
///   demands cancelled or could not show to be the owner; and the errors of ``SecItemAdd(_:_:)``
///   for a dictionary that cannot be understood.
///
/// ## On Linux
///
/// Arrays are in the order in which the items were added. The data object wipes itself; a `Data`
/// made from it is a copy, which does not.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
  -> OSStatus
{
  unsafe execute(Request(.copyMatching, query), result)
}

/// Changes every item that fits, all of them or none.
///
/// Where an item has an access control, what that demands for reading is asked for first. A new
/// ``kSecAttrAccessible`` takes the conditions away, a new ``kSecAttrAccessControl`` replaces them.
///
/// - Parameters:
///   - query: The class and the attributes that the items must have.
///   - attributesToUpdate: The attributes, and the secret, with their new values; what is not named
///     stays.
/// - Returns: ``errSecSuccess``; ``errSecItemNotFound`` if nothing fits; ``errSecDuplicateItem`` if
///   a changed item would be like another; and the errors of ``SecItemAdd(_:_:)`` for a dictionary
///   that cannot be understood, among them match and return keys.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  execute(Request(.update, query, changes: attributesToUpdate), nil)
}

/// Deletes every item that fits, all of them or none.
///
/// - Parameter query: The class and the attributes that the items must have.
/// - Returns: ``errSecSuccess``; ``errSecItemNotFound`` if nothing fits; and the errors of
///   ``SecItemAdd(_:_:)`` for a dictionary that cannot be understood, among them match keys.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  execute(Request(.delete, query), nil)
}

/// Has the process's keychain carry out the request, and hands out the result only on success.
private func execute(_ request: Request, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  let response = (KeychainInUse.connection ?? .shared).execute(request)
  guard response.status.isSuccess else { return response.status.rawValue }
  if let result = unsafe result {
    unsafe result.pointee = response.result(of: request.operation)
  }
  return errSecSuccess
}

// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: The item itself, or a way to point at it.

/// The secret of the item, as data.
@safe nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"

/// The key, certificate or identity that the query is about, as an object.
@safe nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"

/// The item that the query is about, as the reference once returned for
/// ``kSecReturnPersistentRef``.
@safe nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"

/// The item that the query is about, as the reference of a process; no class of item has one here.
///
/// On Linux the string is our own.
@safe nonisolated(unsafe) public let kSecValueWorkingReference: CFString = "v_WorkingReference"

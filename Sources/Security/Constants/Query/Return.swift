// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: What a call is to hand back.

/// Asks for the secret itself, as data.
@safe nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"

/// Asks for a dictionary of the item's attributes.
@safe nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"

/// Asks for an object that stands for the key, certificate or identity.
@safe nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"

/// Asks for a reference to the item that can be kept on disk and handed to another process.
@safe nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"

/// Asks for a reference that lives as long as the process; no class of item has one here.
///
/// On Linux the string is our own.
@safe nonisolated(unsafe) public let kSecReturnWorkingReference: CFString = "r_WorkingReference"

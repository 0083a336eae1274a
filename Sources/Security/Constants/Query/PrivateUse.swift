// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Ways to carry out a call that Apple keeps for itself.

/// The name of the program on whose behalf the call is made.
@safe nonisolated(unsafe) public let kSecUseCallerName: CFString = "u_CallerName"

/// An authentication context in the form in which it travels between processes.
@safe nonisolated(unsafe) public let kSecUseCredentialReference: CFString = "u_CredRef"

/// Chooses the keychain of a user in the background.
@safe nonisolated(unsafe) public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain"

/// Chooses the keychain of the system, where there is one for each user too.
@safe nonisolated(unsafe) public let kSecUseSystemKeychain: CFString = "u_SystemKeychain"

/// Chooses the keychain of the system in every case.
@safe nonisolated(unsafe) public let kSecUseSystemKeychainAlways: CFString =
  "u_SystemKeychainAlways"

/// Apple's longer name of ``kSecUseSystemKeychainAlways``.
@safe nonisolated(unsafe) public let kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS:
  CFString = "u_SystemKeychainAlways"

/// Asks for the items of a token as they are.
@safe nonisolated(unsafe) public let kSecUseTokenRawItems: CFString = "u_TokenRawItems"

/// Whether deleting leaves a row that remembers it.
@safe nonisolated(unsafe) public let kSecUseTombstones: CFString = "u_Tomb"

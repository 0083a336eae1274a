// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Values of ``kSecAttrAccessible``: when an item can be read.

/// The item can be read while the keychain is unlocked; this is what happens when nothing is said.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"

/// The item can be read from the first unlocking after a start on, also when the keychain is locked
/// again.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"

/// The item can be read always, even before the first unlocking.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"

/// The item can be read while the keychain is unlocked, and never leaves this device.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"

/// The item can be read from the first unlocking after a start on, and never leaves this device.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =
  "cku"

/// The item can be read always, even before the first unlocking, and never leaves this device.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"

/// The item can be read while the keychain is unlocked and has a passphrase, and never leaves this
/// device.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString =
  "akpu"

/// Apple's own name of ``kSecAttrAccessibleAlways``.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysPrivate: CFString = "dk"

/// Apple's own name of ``kSecAttrAccessibleAlwaysThisDeviceOnly``.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate: CFString = "dku"

/// A protection until the next start, which keys can have and items cannot.
@safe nonisolated(unsafe) public let kSecAttrAccessibleUntilReboot: CFString = "f"

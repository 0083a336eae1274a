// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Returns the code of the error, which has its meaning within the domain.
public func CFErrorGetCode(_ err: CFError!) -> CFIndex { err.code }

/// Returns the domain of the error.
public func CFErrorGetDomain(_ err: CFError!) -> CFErrorDomain! { err.domain as CFString }

/// Returns what else is known about the error.
public func CFErrorCopyUserInfo(_ err: CFError!) -> CFDictionary! { err.userInfo as CFDictionary }

/// Returns a description of the error for people.
public func CFErrorCopyDescription(_ err: CFError!) -> CFString! {
  err.localizedDescription as CFString
}

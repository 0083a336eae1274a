// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Passwords shared with web sites, and the rules by which passwords are made.

/// The password among the credentials shared with a web site.
@safe nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"

/// The smallest length of a password that is to be made.
///
/// It has the same string as ``kSecPasswordMaxLength``, as at Apple.
@safe nonisolated(unsafe) public let kSecPasswordMinLength: CFString = "PasswordMaxLength"

/// The largest length of a password that is to be made.
@safe nonisolated(unsafe) public let kSecPasswordMaxLength: CFString = "PasswordMaxLength"

/// The characters that a password may hold.
@safe nonisolated(unsafe) public let kSecPasswordAllowedCharacters: CFString =
  "PasswordAllowedCharacters"

/// The sets of characters of which a password must hold some.
@safe nonisolated(unsafe) public let kSecPasswordRequiredCharacters: CFString =
  "PasswordRequiredCharacters"

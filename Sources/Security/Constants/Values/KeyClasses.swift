// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: Values of ``kSecAttrKeyClass``.

/// The private half of a key pair.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"

/// The public half of a key pair.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"

/// A symmetric key.
@safe nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"

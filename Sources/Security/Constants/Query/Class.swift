// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: The class of an item, the first thing every query names.

/// Names the class of item that a query is about; its value is one of the `kSecClass…` constants.
@safe nonisolated(unsafe) public let kSecClass: CFString = "class"

/// The class of passwords for anything: identified by account and service.
@safe nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"

/// The class of passwords for a server: identified by account, server, protocol, port, path and
/// more.
@safe nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"

/// The class of X.509 certificates.
@safe nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"

/// The class of cryptographic keys.
@safe nonisolated(unsafe) public let kSecClassKey: CFString = "keys"

/// The class of identities: a certificate together with its private key.
@safe nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"

/// The class of passwords for AppleShare servers.
///
/// No items of this class can be kept, here as in Apple's modern keychain.
@safe nonisolated(unsafe) public let kSecClassAppleSharePassword: CFString = "apls"

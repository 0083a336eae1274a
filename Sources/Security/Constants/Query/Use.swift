// SPDX-License-Identifier: Apache-2.0

public import Foundation

// MARK: How a call is to be carried out.

/// The `LAContext` whose authentication is to be used, and used again.
@safe nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"

/// Whether a person may be asked to authenticate; its value is one of the three constants that
/// follow.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"

/// A person may be asked; this is what happens when nothing is said.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"

/// Nobody is asked; the call fails with ``errSecInteractionNotAllowed`` where somebody would have
/// to be.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"

/// Nobody is asked; items for which somebody would have to be are left out.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

/// True has the meaning of ``kSecUseAuthenticationUIFail``, which Apple puts in its place.
@safe nonisolated(unsafe) public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"

/// The sentence that tells the person who is asked what it is for; a context's reason has taken its
/// place.
@safe nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"

/// Chooses the modern keychain over the old file keychain of macOS.
///
/// On Linux there is only the modern one, so both values mean the same.
@safe nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// The items that a call is to use in place of the keychain's own; the calls refuse it.
@safe nonisolated(unsafe) public let kSecUseItemList: CFString = "u_ItemList"

/// The keychain file to add an item to; meant for the old keychain of macOS.
@safe nonisolated(unsafe) public let kSecUseKeychain: CFString = "u_Keychain"

/// Whether ``kSecMatchIssuers`` also looks at the certificates given; meant for the old keychain of
/// macOS.
@safe nonisolated(unsafe) public let kSecUseCertificatesWithMatchIssuers: CFString =
  "u_CertWithIssuers"

/// Chooses the keychain that belongs to no user in particular.
@safe nonisolated(unsafe) public let kSecUseUserIndependentKeychain: CFString =
  "u_UserIndependentKeychain"

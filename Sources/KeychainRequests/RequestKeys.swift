// SPDX-License-Identifier: Apache-2.0

/// The keys of the API's dictionaries that are no attributes, by the value of their constant.
package enum RequestKeys {
  package static let itemClass = "class"

  package static let returnData = "r_Data"
  package static let returnAttributes = "r_Attributes"
  package static let returnReference = "r_Ref"
  package static let returnPersistentReference = "r_PersistentRef"

  package static let valueData = "v_Data"
  package static let valueReference = "v_Ref"
  package static let valuePersistentReference = "v_PersistentRef"

  package static let matchLimit = "m_Limit"
  package static let matchLimitOne = "m_LimitOne"
  package static let matchLimitAll = "m_LimitAll"
  package static let matchPolicy = "m_Policy"
  package static let matchIssuers = "m_Issuers"
  package static let matchEmailAddress = "m_EmailAddressIfPresent"
  package static let matchValidOnDate = "m_ValidOnDate"
  package static let matchTrustedOnly = "m_TrustedOnly"
  package static let matchHostOrSubdomain = "m_HostOrSubdomainOfHost"

  package static let useItemList = "u_ItemList"
  package static let useOperationPrompt = "u_OpPrompt"
  package static let useNoAuthenticationUI = "u_NoAuthUI"
  package static let useAuthenticationUI = "u_AuthUI"
  package static let useAuthenticationContext = "u_AuthCtx"
  package static let useCredentialReference = "u_CredRef"
  package static let useTombstones = "u_Tomb"
  package static let useSystemKeychain = "u_SystemKeychain"
  package static let useSystemKeychainAlways = "u_SystemKeychainAlways"
  package static let useSyncBubbleKeychain = "u_SyncBubbleKeychain"
  package static let useUserIndependentKeychain = "u_UserIndependentKeychain"
  package static let useCallerName = "u_CallerName"
  package static let useTokenRawItems = "u_TokenRawItems"
  package static let useCertificatesWithMatchIssuers = "u_CertWithIssuers"

  package static let authenticationUIAllow = "u_AuthUIA"
  package static let authenticationUIFail = "u_AuthUIF"
  package static let authenticationUISkip = "u_AuthUIS"

  package static let synchronizableAny = "syna"
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// The second dictionary of Update, which is read more strictly than the first one.
enum ChangesDictionary {
  private static func changed(
    _ behaviour: String, _ variant: String = "", from source: String = "§2, changes dictionary",
    by changes: Entries, _ status: OSStatus
  ) -> Case {
    Case(
      behaviour, variant, from: source,
      [
        .add(Items.password()), .update(Items.named("ada"), changes, status),
        .update(Items.named("ada"), changes + ["alis": "changed"], status),
        .find(
          Items.generic + ["alis": "changed"],
          status == errSecSuccess ? errSecSuccess : errSecItemNotFound),
        .find(Items.named("ada") + Items.returningData, errSecSuccess, .data(Array("secret".utf8))),
      ])
  }

  @CaseList
  static func cases() -> [Case] {
    let controls: [(String, Any)] = [
      ("class", "genp"), ("r_Data", true), ("r_Attributes", true), ("r_Ref", true),
      ("r_PersistentRef", true), ("m_Limit", "m_LimitAll"), ("m_Nothing", 1),
      ("u_AuthUI", "u_AuthUIA"),
      ("u_CredRef", Data([1])), ("u_OpPrompt", "x"), ("v_PersistentRef", Data([1])),
      ("v_Nothing", 1), ("f_Callback", 1), ("xyzzy", 1), ("", 1),
    ]
    let keys: [(String, Any)] = [
      ("number", 5), ("date", Date(timeIntervalSinceReferenceDate: 1)), ("data", Data([1])),
      ("null", NSNull()),
    ]
    controls.map { key, value in
      changed(
        "the changes hold attributes and the secret alone", key.isEmpty ? "empty" : key,
        from: key == "u_CredRef" ? "T secd-81" : "§2, changes dictionary", by: Entries(key, value),
        errSecNoSuchAttr)
    }
    ["abcd", "srvr", "atag", "subj", "ACCT"].map { key in
      changed(
        "the changes hold attributes of the class alone", key, by: Entries(key, "x"),
        errSecNoSuchAttr)
    }
    keys.map { name, key in
      changed("the keys of the changes are text", name, by: Entries(key, "x"), errSecParam)
    }
    [
      kSecAttrLabel, kSecAttrAccount, kSecAttrService, kSecAttrGeneric, kSecAttrComment,
      kSecAttrDescription, kSecAttrType, kSecAttrIsInvisible, kSecValueData,
      kSecAttrAccessGroup, kSecAttrAccessible, kSecAttrSynchronizable, kSecAttrCreationDate,
    ].map { key in
      changed(
        "an attribute cannot be taken away", key as String, from: "§8.3",
        by: Entries(key, NSNull()), errSecParam)
    }
    [
      changed(
        "the changes may name the user's view, without effect", by: ["musr": Data()], errSecSuccess),
      changed(
        "the changes may choose the keychain, without effect",
        by: [kSecUseDataProtectionKeychain: true], errSecSuccess),
      changed("an item cannot be given to a sharing group", by: ["ggrp": "g"], errSecParam),
      changed(
        "the mark of app clips cannot be changed", from: "T KeychainAPITests", by: ["clip": 1],
        errSecParam),
    ] + queries()
  }

  private static func queries() -> [Case] {
    [kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef].map { key in
      Case(
        "Update takes no return flag", key as String, from: "T testReturnValuesInSecItemUpdate",
        [
          .add(Items.password()),
          .update(Items.named("ada") + Entries(key, true), [kSecAttrLabel: "l"], errSecParam),
          .find(Items.generic + [kSecAttrLabel: "l"], errSecItemNotFound),
        ])
    }
  }
}

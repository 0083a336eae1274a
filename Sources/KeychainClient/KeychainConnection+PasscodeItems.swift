// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

extension KeychainConnection {
  /// How many items go with the last passphrase, because they are kept only where there is one; nil
  /// while that cannot be seen, as in a locked keychain.
  ///
  /// Only those that the caller sees are counted.
  package func passcodeItemCount() -> Int? {
    var count = 0
    for itemClass in ItemClass.allCases {
      let answer = execute(
        Request(
          .copyMatching,
          [
            .init(.name(RequestKeys.itemClass), .text(itemClass.rawValue)),
            .init(.accessible, .text(ProtectionClass.whenPasscodeSetThisDeviceOnly.rawValue)),
            .init(.synchronizable, .text(RequestKeys.synchronizableAny)),
            .init(.name(RequestKeys.matchLimit), .text(RequestKeys.matchLimitAll)),
            .init(.name(RequestKeys.returnAttributes), .boolean(true)),
          ]))
      if answer.status == .itemNotFound { continue }
      guard answer.status.isSuccess else { return nil }
      count += answer.items.count
    }
    return count
  }
}

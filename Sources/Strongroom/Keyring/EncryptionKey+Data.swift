// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

extension EncryptionKey {
  /// A copy of the bytes for interfaces that want `Data`, such as
  /// `Realm.Configuration.encryptionKey`.
  ///
  /// This is the one line that copies a key into memory which is neither locked nor wiped; use
  /// ``withBytes(_:)`` or open the database with the key itself where you can.
  public var data: Data { withBytes { $0.data } }
}

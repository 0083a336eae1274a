// SPDX-License-Identifier: Apache-2.0

/// When an item can be read.
///
/// Chosen as it is stored, and changeable later.
///
/// **On Linux**, a keychain without a passphrase counts as unlocked all the time; the difference
/// begins when it gets one.
public struct Accessibility: RawRepresentable, Hashable, Sendable {
  /// The value of the `kSecAttrAccessible…` constant of Apple's API.
  public let rawValue: String

  /// Holds the value of any `kSecAttrAccessible…` constant; the keychain refuses others when they
  /// are used.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// While the keychain is unlocked.
  ///
  /// The default, as in Apple's API.
  public static let whenUnlocked = Accessibility(rawValue: "ak")
  /// Once the keychain was unlocked after the machine started, also when it is locked again: for
  /// programs in the background.
  public static let afterFirstUnlock = Accessibility(rawValue: "ck")
  /// As ``whenUnlocked``, and never taken along to another machine.
  public static let whenUnlockedThisDeviceOnly = Accessibility(rawValue: "aku")
  /// As ``afterFirstUnlock``, and never taken along to another machine.
  public static let afterFirstUnlockThisDeviceOnly = Accessibility(rawValue: "cku")
  /// While the keychain is unlocked, and only as long as it has a passphrase; gone with it.
  public static let whenPasscodeSetThisDeviceOnly = Accessibility(rawValue: "akpu")
  /// Always, without unlocking.
  ///
  /// Deprecated by Apple: it protects against other users only.
  public static let always = Accessibility(rawValue: "dk")
  /// As ``always``, and never taken along to another machine.
  ///
  /// Deprecated by Apple.
  public static let alwaysThisDeviceOnly = Accessibility(rawValue: "dku")
}

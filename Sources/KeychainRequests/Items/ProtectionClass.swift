// SPDX-License-Identifier: Apache-2.0

/// When an item can be read, by the value of its `kSecAttrAccessible…` constant.
///
/// The private class `f` (until reboot) is not among them: no item can have it.
package enum ProtectionClass: String, CaseIterable, Sendable {
  case whenUnlocked = "ak"
  case afterFirstUnlock = "ck"
  case always = "dk"
  case whenUnlockedThisDeviceOnly = "aku"
  case afterFirstUnlockThisDeviceOnly = "cku"
  case alwaysThisDeviceOnly = "dku"
  case whenPasscodeSetThisDeviceOnly = "akpu"

  /// The number that stands for the class in files: 6 to 12, as in Apple's key store.
  package var number: UInt8 {
    switch self {
    case .whenUnlocked: 6
    case .afterFirstUnlock: 7
    case .always: 8
    case .whenUnlockedThisDeviceOnly: 9
    case .afterFirstUnlockThisDeviceOnly: 10
    case .alwaysThisDeviceOnly: 11
    case .whenPasscodeSetThisDeviceOnly: 12
    }
  }

  package init?(number: UInt8) {
    guard let match = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = match
  }

  /// Whether reading takes more than this device: the unlock key, which a passcode may guard.
  package var needsUnlockKey: Bool { self != .always && self != .alwaysThisDeviceOnly }

  /// Whether items of this class stay on this device when everything else moves to a new one.
  package var isThisDeviceOnly: Bool { rawValue.hasSuffix("u") }
}

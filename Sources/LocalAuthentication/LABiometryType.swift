// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

/// What the device recognises people by.
public enum LABiometryType: Int, Sendable {
  /// Nothing.
  case none = 0
  /// A finger.
  case touchID = 1
  /// A face.
  case faceID = 2
  /// An iris.
  case opticID = 4

  /// The older name of ``none``.
  public static var LABiometryNone: LABiometryType { .none }

  init(_ biometry: Biometry) {
    self =
      switch biometry {
      case .none: .none
      case .fingerprint: .touchID
      case .face: .faceID
      case .iris: .opticID
      }
  }
}

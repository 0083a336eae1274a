// SPDX-License-Identifier: Apache-2.0

/// What one operation on an item demands of a person.
package struct AccessDemand: Hashable, Sendable {
  package let requirement: AccessControl.Requirement
  /// The fingers or faces that the device knew when the item was made, for
  /// ``AccessControl/Factor/currentBiometry``.
  package let biometryState: [UInt8]?

  package var isNone: Bool { requirement == .none }
}

extension AccessControl {
  /// What `operation` demands of a person; nil where it is never allowed.
  package func demand(for operation: Operation) -> AccessDemand? {
    requirement(for: operation).map {
      AccessDemand(
        requirement: $0,
        biometryState: $0.factors.contains(.currentBiometry) ? biometryState : nil)
    }
  }

  /// What it demands for whatever operation it names.
  package var demands: [AccessDemand] { requirements.keys.compactMap { demand(for: $0) } }

  /// The access control as an item is stored with it: tied to the fingers or faces that the device
  /// knows now.
  package func bound(to biometryState: [UInt8]?) -> AccessControl {
    let needsState =
      biometryState?.isEmpty == false
      && requirements.values.contains { $0.factors.contains(.currentBiometry) }
    return AccessControl(
      protection: protection, requirements: requirements, requiresPassword: requiresPassword,
      isBound: true, biometryState: needsState ? biometryState : nil)
  }

  /// Whether it is for a private key that is used and never read.
  package var isForUseOnly: Bool {
    requirement(for: .decrypt) == nil
      && [Operation.sign, .computeKey, .decapsulate].contains { requirements[$0] != nil }
  }
}

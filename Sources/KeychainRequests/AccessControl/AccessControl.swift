// SPDX-License-Identifier: Apache-2.0

/// What an item demands before it can be used: the content of a `SecAccessControl`.
package struct AccessControl: Hashable, Sendable {
  /// Something that is done with an item, by the name that it has in ``AccessControl/encoded``.
  package enum Operation: String, CaseIterable, Sendable {
    case decrypt = "od"
    case encrypt = "oe"
    case delete = "odel"
    case sign = "osgn"
    case computeKey = "ock"
    case decapsulate = "okem"
    case attest = "oa"
    /// Stands for every operation that is not named.
    case any = "dacl"
  }

  /// Something by which a person or a device shows that it is there.
  package enum Factor: String, CaseIterable, Sendable {
    /// Whatever the owner of the device has: biometry, or else the passcode.
    case presence
    case passcode
    /// Any finger or face that the device knows.
    case biometry
    /// A finger or face that it knew when the item was made.
    case currentBiometry
    /// A paired device, such as a watch.
    case companion
  }

  /// What an operation demands: so many of these factors, where none means that it is allowed.
  package struct Requirement: Hashable, Sendable {
    package let factors: Set<Factor>
    package let count: Int

    package static let none = Requirement([], count: 0)

    package init(_ factors: Set<Factor>, count: Int) {
      precondition((0...factors.count).contains(count) && factors.isEmpty == (count == 0))
      self.factors = factors
      self.count = count
    }
  }

  /// The value of the `kSecAttrAccessible…` constant that it was made with.
  package let protection: String
  package let requirements: [Operation: Requirement]
  /// Whether a password of the application takes part in the item's encryption.
  package let requiresPassword: Bool
  /// Whether an item was stored with it.
  package let isBound: Bool
  /// The fingers or faces that the device knew then, for ``Factor/currentBiometry``.
  package let biometryState: [UInt8]?

  package init(
    protection: String, requirements: [Operation: Requirement], requiresPassword: Bool = false,
    isBound: Bool = false, biometryState: [UInt8]? = nil
  ) {
    self.protection = protection
    self.requirements = requirements
    self.requiresPassword = requiresPassword
    self.isBound = isBound
    self.biometryState = biometryState
  }

  /// What `operation` demands; nil where it is never allowed.
  package func requirement(for operation: Operation) -> Requirement? {
    requirements.isEmpty ? Requirement.none : requirements[operation] ?? requirements[.any]
  }

  /// Whether it demands nothing beyond its protection class.
  package var isUnconstrained: Bool {
    !requiresPassword && requirement(for: .any) == Requirement.none
      && requirements.values.allSatisfy { $0 == .none }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How far a migration has come with one class.
///
/// **On Linux** only; told to ``Realm/Configuration/migrationProgress``.
public struct MigrationProgress: Hashable, Sendable {
  /// What is done to the objects of the class.
  public enum Step: Hashable, Sendable {
    /// The block enumerates them.
    case enumerating
    /// Their table is written anew.
    case rewriting
  }

  /// What is done to the objects.
  public let step: Step
  /// The name of the class in the file.
  public let className: String
  /// How many objects are done.
  public let done: Int
  /// How many there are.
  public let total: Int

  /// How much is done, from 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }
}

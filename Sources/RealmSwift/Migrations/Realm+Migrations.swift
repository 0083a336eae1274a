// SPDX-License-Identifier: Apache-2.0

extension Realm {
  /// Migrates the file of a configuration, if that is needed, without opening it for use.
  ///
  /// Opening it would do the same; this is for doing it at another time.
  ///
  /// - Throws: ``Error``, as ``init(configuration:queue:)``; what the block has given to
  ///   ``Migration/fail(_:)``.
  public static func performMigration(
    for configuration: Configuration = .defaultConfiguration
  ) throws {
    _ = try RealmFile.open(configuration, confinement: .currentThread)
  }
}

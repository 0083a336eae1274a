// SPDX-License-Identifier: Apache-2.0

/// Brings the objects of an older version up to date: the old and the new, and the version that the
/// file has.
public typealias MigrationBlock = @Sendable (Migration, UInt64) -> Void

/// A change of a file from the classes of an older version to those of this one.
public final class Migration {
  init() {}
}

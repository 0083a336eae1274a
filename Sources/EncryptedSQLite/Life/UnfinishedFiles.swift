// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// The files that this process is writing beside their places, for a program that is told to end in
/// the middle.
package enum UnfinishedFiles {
  private static let paths = Mutex<Set<String>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes them from the disk.
  ///
  /// Only for a program that ends at once: whoever is writing them fails.
  package static func abandon() {
    let abandoned = paths.withLock { $0 }
    for path in abandoned {
      for suffix in StagedFile.sideFiles { unsafe unlink(path + suffix) }
    }
  }
}

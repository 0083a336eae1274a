// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A progress bar for the replacement of a keychain's keys, as the engine wants to be given one.
package final class RotationBar: Sendable {
  private let bar = Mutex(ProgressBar("rotate", unit: .items))

  package init() {}

  package func show(_ done: Int, of total: Int) {
    bar.withLock { $0.show(Int64(done), of: Int64(total)) }
  }

  package func end() { bar.withLock { $0.end() } }
}

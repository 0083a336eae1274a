// SPDX-License-Identifier: Apache-2.0

package import KeychainClient

/// The keychain that the calls of this module go to.
package enum KeychainInUse {
  /// For tests: another keychain than the process's own, for the task that runs and the tasks it
  /// starts.
  ///
  /// Threads of the program's own do not inherit it.
  @TaskLocal package static var connection: KeychainConnection?
}

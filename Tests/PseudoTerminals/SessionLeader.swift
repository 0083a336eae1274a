// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Programs that tests start as if somebody had logged in and typed their names.
package enum SessionLeader {
  /// Starts a program in a session of its own, whose terminal is its input if that is one.
  package static func start(
    _ words: [String], _ environment: [String: String], input: String, output: CInt, errors: CInt
  ) throws -> Int32 {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID, SETSIGDEF and SETSIGMASK; the first name is hidden. The test runner's own
    // signal settings must not decide how the program behaves.
    unsafe posix_spawnattr_setflags(&attributes, 0x80 | 0x04 | 0x08)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    var process: pid_t = 0
    let result = unsafe withCStrings(words) { words in
      unsafe withCStrings(environment.map { "\($0)=\($1)" }) { environment in
        unsafe posix_spawn(&process, words[0]!, &actions, &attributes, words, environment)
      }
    }
    guard result == 0 else { throw SystemError("posix_spawn: \(result)") }
    return process
  }

  private static func withCStrings<R>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe body(&pointers)
  }
}

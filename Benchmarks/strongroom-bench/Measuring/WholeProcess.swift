// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Runs a program from its start to its end, with nothing in between that takes time of its own.
enum WholeProcess {
  /// Runs `command` with these variables alone and its output thrown away; returns whether it
  /// succeeded.
  static func run(_ command: [String], environment: [String]) -> Bool {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    let variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    defer { for index in unsafe variables.indices { unsafe free(variables[index]) } }
    var process: pid_t = 0
    guard unsafe posix_spawn(&process, command[0], &actions, nil, arguments, variables) == 0
    else { return false }
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }
}

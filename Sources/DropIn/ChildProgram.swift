// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A program that is started and waited for.
enum ChildProgram {
  enum Output {
    /// Ours.
    case inherited
    /// To where messages go, for a program whose answer is not the one that was asked for.
    case errors
  }

  /// Runs a program and returns what it exited with, or 128 and the signal that ended it.
  ///
  /// The keys that interrupt go to the program alone, as a shell does it.
  static func run(
    _ words: [String], output: Output = .inherited, environment changes: [String: String] = [:]
  ) throws(DropInError) -> Int32 {
    let target = output == .errors ? STDERR_FILENO : STDOUT_FILENO
    let process = try start(words, output: target, changes)
    var (interrupted, quit) = (sigaction(), sigaction())
    var ignored = sigaction()
    unsafe ignored.__sigaction_handler.sa_handler = SIG_IGN
    unsafe sigaction(SIGINT, &ignored, &interrupted)
    unsafe sigaction(SIGQUIT, &ignored, &quit)
    defer {
      unsafe sigaction(SIGINT, &interrupted, nil)
      unsafe sigaction(SIGQUIT, &quit, nil)
    }
    return wait(for: process)
  }

  /// Runs a program and returns what it wrote to its standard output.
  static func answer(_ words: [String]) throws(DropInError) -> (text: String, exitCode: Int32) {
    var ends: [CInt] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw File.failure("made", "a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let process: pid_t
    do throws(DropInError) {
      process = try start(words, output: ends[1], [:])
    } catch {
      close(ends[1])
      throw error
    }
    close(ends[1])
    let bytes = File.bytes(from: ends[0]) ?? []
    return (String(decoding: bytes, as: UTF8.self), wait(for: process))
  }

  private static func start(
    _ words: [String], output: CInt, _ changes: [String: String]
  ) throws(DropInError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    let list = unsafe words.map { unsafe strdup($0) } + [nil]
    let variables = unsafe Self.environment(changes).map { unsafe strdup($0) } + [nil]
    defer {
      unsafe list.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var process = pid_t()
    let code = unsafe posix_spawn(&process, words[0], &actions, nil, list, variables)
    guard code == 0 else {
      errno = code
      throw File.failure("started", words[0])
    }
    return process
  }

  private static func environment(_ changes: [String: String]) -> [String] {
    var kept: [String] = []
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      if !changes.keys.contains(where: { text.hasPrefix($0 + "=") }) { kept.append(text) }
      unsafe next += 1
    }
    return kept + changes.map { "\($0)=\($1)" }.sorted()
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

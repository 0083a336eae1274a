// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The terminal that this process was started from.
enum ControllingTerminal {
  /// Opens it for a question.
  ///
  /// - Throws: ``PromptFailure`` with `nobodyToAsk` when there is none, or another job has it: that
  ///   one's typing is not for us, and the kernel would stop us for trying.
  static func open() throws(PromptFailure) -> Descriptor {
    let number = unsafe Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else {
      throw PromptFailure(.nobodyToAsk, "this process has no terminal")
    }
    let terminal = Descriptor(takingOwnershipOf: number)
    guard tcgetpgrp(number) == getpgrp() else {
      throw PromptFailure(
        .nobodyToAsk,
        "this process is in the background of its terminal; bring it to the foreground")
    }
    return terminal
  }

  /// The path under which other processes find the terminal of this one: `/dev/pts/3`.
  ///
  /// `/dev/tty` means another terminal to each process, and standard input may be a file.
  static var path: String? {
    for number in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] where tcgetsid(number) == getsid(0) {
      var name = [CChar](repeating: 0, count: 128)
      if unsafe ttyname_r(number, &name, name.count) == 0 {
        return String(
          decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    return pseudoTerminal(fromStatus: processStatus())
  }

  /// The kernel's account of this process (proc(5), `stat`): its seventh field is the terminal's
  /// device, the second may hold anything between its parentheses.
  static func pseudoTerminal(fromStatus status: String) -> String? {
    guard let end = status.lastIndex(of: ")") else { return nil }
    let fields = status[end...].dropFirst().split(separator: " ")
    guard fields.count > 4, let device = Int(fields[4]), device > 0 else { return nil }
    let major = device >> 8 & 0xFFF
    let minor = device & 0xFF | device >> 12 & 0xFFF00
    // Majors 136 to 143 are the pseudo-terminals; the first holds all numbers today.
    return major == 136 ? "/dev/pts/\(minor)" : nil
  }

  private static func processStatus() -> String {
    let number = unsafe Glibc.open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return "" }
    let file = Descriptor(takingOwnershipOf: number)
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = unsafe read(file.number, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
